/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Documentation comments of the sources in a folder, as AsciiDoc text. */
final class Javadoc {
    private final Map<String, String> texts = new LinkedHashMap<>();

    Javadoc(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> sources = Files.list(folder)) {
            List<Path> paths = sources.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(trees).scan(unit, null);
            }
        }
    }

    /**
     * Returns the text of a record component or of a method, for example of {@code Balance.availableBalance}.
     *
     * @throws AssertionError if it has no documentation comment
     */
    String text(String member) {
        String text = texts.get(member);
        if (text == null) {
            throw new AssertionError(member + " has no Javadoc");
        }
        return text;
    }

    /** Returns the documented methods of a class, in the order of the source. */
    List<String> methods(String type) {
        return texts.keySet().stream()
                .filter(key -> key.startsWith(type + "."))
                .map(key -> key.substring(type.length() + 1))
                .toList();
    }

    private final class Reader extends TreePathScanner<Void, Void> {
        private final DocTrees trees;
        private String type = "";

        private Reader(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            String outer = type;
            type = tree.getSimpleName().toString();
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment != null) {
                comment.getBlockTags().stream()
                        .filter(ParamTree.class::isInstance)
                        .map(ParamTree.class::cast)
                        .forEach(param -> put(param.getName().toString(), param.getDescription()));
            }
            super.visitClass(tree, null);
            type = outer;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment != null) {
                put(tree.getName().toString(), comment.getFullBody());
            }
            return null;
        }

        private void put(String member, List<? extends DocTree> text) {
            String line = text.stream().map(Reader::asciiDoc).collect(Collectors.joining());
            texts.putIfAbsent(
                    type + "." + member, line.replaceAll("\\s+", " ").replaceAll(" \\(interface document[^)]*\\)", ""));
        }

        private static String asciiDoc(DocTree tree) {
            if (tree instanceof TextTree text) {
                return text.getBody();
            }
            if (tree instanceof LiteralTree literal) {
                return "`+" + literal.getBody().getBody() + "+`";
            }
            if (tree instanceof LinkTree link) {
                return "`+"
                        + link.getReference()
                                .getSignature()
                                .replaceFirst("^#", "")
                                .replace('#', '.') + "+`";
            }
            throw new AssertionError("say how to show " + tree.getKind() + ": " + tree);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Texts of at least three words in source files, without annotations, SQL and log messages below WARN. The parts of a
 * concatenation are one text, in which {@code …} replaces values and the placeholders of formats.
 */
final class MessageTexts extends TreeScanner<Void, Void> {
    private static final Pattern VALUE = Pattern.compile("\\{}|%[sd]|…+");
    private static final Pattern LOW_LEVEL_LOG = Pattern.compile("LOG\\.(debug|info|trace)");
    private static final Pattern SQL = Pattern.compile("(?s)\\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE)\\b.*");
    private static final int MIN_WORDS = 3;

    private final SortedSet<String> texts = new TreeSet<>();

    private MessageTexts() {}

    /** Returns the texts of all source files in a directory. */
    static SortedSet<String> in(Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> paths = Files.walk(directory)) {
            List<Path> sources =
                    paths.filter(path -> path.toString().endsWith(".java")).toList();
            return in((JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources)));
        }
    }

    private static SortedSet<String> in(JavacTask task) throws IOException {
        MessageTexts scanner = new MessageTexts();
        for (CompilationUnitTree source : task.parse()) {
            scanner.scan(source, null);
        }
        return scanner.texts;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void unused) {
        return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        boolean isLowLevelLog =
                LOW_LEVEL_LOG.matcher(call.getMethodSelect().toString()).matches();
        return isLowLevelLog ? null : super.visitMethodInvocation(call, null);
    }

    @Override
    public Void visitBinary(BinaryTree expression, Void unused) {
        List<ExpressionTree> operands = operands(expression);
        if (operands.stream().noneMatch(MessageTexts::isText)) {
            return super.visitBinary(expression, null);
        }
        add(operands);
        operands.stream().filter(operand -> !isText(operand)).forEach(operand -> scan(operand, null));
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void unused) {
        if (isText(literal)) {
            add(List.of(literal));
        }
        return null;
    }

    private void add(List<ExpressionTree> operands) {
        StringBuilder text = new StringBuilder();
        operands.forEach(operand -> text.append(isText(operand) ? (String) ((LiteralTree) operand).getValue() : "…"));
        String template = VALUE.matcher(text).replaceAll("…").replace("\n", "\\n");
        if (template.strip().split("\\s+").length >= MIN_WORDS
                && !SQL.matcher(template).matches()) {
            texts.add(template);
        }
    }

    private static boolean isText(ExpressionTree expression) {
        return expression.getKind() == Tree.Kind.STRING_LITERAL;
    }

    private static List<ExpressionTree> operands(ExpressionTree expression) {
        if (expression instanceof BinaryTree binary && binary.getKind() == Tree.Kind.PLUS) {
            List<ExpressionTree> operands = new ArrayList<>(operands(binary.getLeftOperand()));
            operands.addAll(operands(binary.getRightOperand()));
            return operands;
        }
        return List.of(expression);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Folders of the sources, relative to the module whose tests run. */
public final class Repository {
    public static final Path ROOT = root(Path.of(""));
    public static final Path COMPONENT = ROOT.resolve("camel-docproc-component");
    public static final Path EXAMPLES = ROOT.resolve("camel-docproc-examples");

    private Repository() {}

    private static Path root(Path folder) {
        return Files.exists(folder.resolve(".mvn"))
                ? folder
                : root(Path.of("..").resolve(folder));
    }

    /** Returns its files, sorted, without generated ones. Does not enter folders that other tests write to. */
    public static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return Set.of("target", ".git", "generated")
                                .contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files.stream().sorted().toList();
    }
}

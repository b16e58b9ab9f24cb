/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Content of folders. */
public final class Folders {
    private Folders() {}

    /** Returns the names of the files in a folder without hidden ones; empty if the folder is missing. */
    public static Set<String> files(Path folder) {
        File[] files = folder.toFile()
                .listFiles(file -> file.isFile() && !file.getName().startsWith("."));
        return files == null ? Set.of() : Stream.of(files).map(File::getName).collect(Collectors.toSet());
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

// tag::class[]
public final class ZipFiles {
    /** Copies the files of an archive to a folder, one at a time, with the name of the archive before theirs. */
    public void unpack(File archive, String folder) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(archive.toPath());
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path target =
                        Path.of(folder, archive.getName() + file.toString().replace('/', '-'));
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
// end::class[]

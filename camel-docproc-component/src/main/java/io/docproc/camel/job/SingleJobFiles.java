/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Open jobs of earlier versions, which stored each job in a file of its own. */
final class SingleJobFiles {
    static final String SUFFIX = ".job.json";
    private static final Logger LOG = LoggerFactory.getLogger(SingleJobFiles.class);
    /** Also matches the temporary name of a file that was not renamed before a crash. */
    private static final String PATTERN = "*" + SUFFIX + "{," + DurableFiles.UNFINISHED + "}";

    private final Path directory;
    private final Set<Path> unreadable = new HashSet<>();

    SingleJobFiles(Path directory) {
        this.directory = directory;
    }

    @FunctionalInterface
    private interface FileAction {
        void accept(Path file) throws IOException;
    }

    /** Reads the jobs. Returns whether there are any. */
    boolean read(Consumer<SubmittedJob> jobs) throws IOException {
        boolean[] any = new boolean[1];
        forEachFile(file -> {
            try {
                jobs.accept(JobLine.parse(Files.readString(file)).open().orElseThrow());
                any[0] = true;
            } catch (IOException | RuntimeException e) {
                unreadable.add(file);
                LOG.warn(
                        "The job repository cannot read the file {} and ignores it; delete or repair it: {}",
                        file,
                        e.toString());
            }
        });
        return any[0];
    }

    /** Deletes the files whose jobs were read. */
    void delete() throws IOException {
        forEachFile(file -> {
            if (!unreadable.contains(file)) {
                Files.delete(file);
            }
        });
    }

    private void forEachFile(FileAction action) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PATTERN)) {
            for (Path file : files) {
                action.accept(file);
            }
        }
    }
}

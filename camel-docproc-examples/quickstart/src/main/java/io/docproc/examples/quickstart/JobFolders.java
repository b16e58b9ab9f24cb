/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.FolderLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders of a job, as absolute paths.
 *
 * @param inbox documents to process
 * @param outbox results, originals with a result, and the report
 * @param failed originals that failed, with their notes
 */
public record JobFolders(Path inbox, Path outbox, Path failed) {

    /** A folder that cannot be used; the message says which and why. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableException(String message) {
            super(message);
        }
    }

    /**
     * Makes the folders and takes the inbox for this job alone, until the lock is closed.
     *
     * @throws UnusableException when a folder cannot be written to, or another job has the inbox
     */
    FileChannel lock() throws IOException, UnusableException {
        for (Path folder : List.of(inbox, outbox, failed, originals(), report())) {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new UnusableException("cannot write to the folder " + folder);
            }
        }
        return FolderLock.tryLock(inbox).orElseThrow(() -> new UnusableException("another job is working on " + inbox));
    }

    /** How many documents wait in the inbox or are being worked on. */
    int waiting() {
        try {
            return documents(inbox).size();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * Copies the samples into the inbox.
     *
     * @return how many
     */
    int copySamples(Path samples) throws IOException {
        int copied = 0;
        for (String kind : List.of("photos", "documents")) {
            for (Path sample : documents(samples.resolve(kind))) {
                // .corners.json and .fields.json are what is true of the sample beside them
                if (!sample.toString().endsWith(".json")) {
                    Files.copy(sample, inbox.resolve(sample.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
                    copied++;
                }
            }
        }
        return copied;
    }

    /** Returns the folder of the originals that have a result. */
    public Path originals() {
        return outbox.resolve("originals");
    }

    /** What the report is made of. */
    Path report() {
        return outbox.resolve("report");
    }

    /** The result of a document whose fields were extracted. */
    Path fields(String document) {
        return outbox.resolve(document + ".json");
    }

    /** Why a document failed. */
    Path note(String document) {
        return failed.resolve(document + ".error.txt");
    }

    private static List<Path> documents(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> Files.isRegularFile(file)
                            && !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}

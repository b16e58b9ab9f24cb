/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** File operations that survive a power failure. An interrupt of the calling thread does not abort them. */
final class DurableFile {
    /** Suffix of a file that {@link #write} has not renamed yet. After a power failure the file may be incomplete. */
    static final String UNFINISHED = ".new";

    private static final boolean DIRECTORIES_CAN_BE_FORCED =
            !System.getProperty("os.name", "").startsWith("Windows");

    private DurableFile() {}

    /**
     * Writes a file atomically: after a crash it has its old content or the new one. To keep a file that did not exist
     * before, call {@link #force} on its directory too.
     */
    static void write(Path file, byte[] content) throws IOException {
        Path unfinished = unfinished(file);
        // A stream, because an interrupt would close a channel.
        try (FileOutputStream out = new FileOutputStream(unfinished.toFile())) {
            out.write(content);
            out.getFD().sync();
        }
        move(unfinished, file);
    }

    /** Renames a file atomically and replaces the target if it exists. */
    static void move(Path source, Path target) throws IOException {
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the temporary file that {@link #write} writes before it renames it. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Forces the entries of a directory to disk. Has no effect on Windows, which does not support this. */
    static void force(Path directory) throws IOException {
        if (!DIRECTORIES_CAN_BE_FORCED) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (!forced(directory)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean forced(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }
}

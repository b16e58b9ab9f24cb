/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Keeps a folder to one run at a time; the operating system lifts it when the process ends, however it ends. */
public final class FolderLock {
    private FolderLock() {}

    /**
     * Takes an existing folder.
     *
     * @return holds the folder until it is closed; empty if another run has it
     */
    public static Optional<FileChannel> tryLock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(".docproc-lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isLocked(channel)) {
            return Optional.of(channel);
        }
        channel.close();
        return Optional.empty();
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }
}

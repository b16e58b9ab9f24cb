/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/**
 * One worker at a time on a document, among all machines: each document has its byte in one shared file, which its worker
 * locks. The operating system frees what a dead worker held, so that no lock outlives its owner.
 */
final class DocumentLocks implements AutoCloseable {
    private final FileChannel file;

    /** @param file created if missing and never deleted, so that all workers lock the same file */
    DocumentLocks(Path file) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /**
     * Locks a document until the lock is closed.
     *
     * @return the lock; empty if another worker holds it
     */
    Optional<FileLock> tryLock(String path) throws IOException {
        try {
            return Optional.ofNullable(file.tryLock(position(path), 1, false));
        } catch (OverlappingFileLockException byThisWorker) {
            return Optional.empty();
        }
    }

    private static long position(String path) {
        long hash =
                UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        return hash >>> 2;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

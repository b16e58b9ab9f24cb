/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lock on a file that only one owner among all processes can hold, until it closes the lock or its process ends. */
public final class ExclusiveFileLock implements Closeable {
    // Static, because a POSIX lock belongs to the process: closing a second channel of the file would release it.
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ExclusiveFileLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks a file, and creates it if it does not exist. Returns empty if this or another process holds the lock.
     *
     * @param directory the directory of the file, which exists
     * @param name name of the file
     */
    public static Optional<ExclusiveFileLock> tryAcquire(Path directory, String name) throws IOException {
        Path file = directory.toRealPath().resolve(name);
        if (!LOCKED.add(file)) {
            return Optional.empty();
        }
        Optional<ExclusiveFileLock> acquired = Optional.empty();
        try {
            acquired = tryLock(file);
            return acquired;
        } finally {
            if (acquired.isEmpty()) {
                LOCKED.remove(file);
            }
        }
    }

    private static Optional<ExclusiveFileLock> tryLock(Path file) throws IOException {
        FileChannel channel = DurableFiles.openLockFile(file);
        try {
            if (DurableFiles.tryLock(channel).isPresent()) {
                return Optional.of(new ExclusiveFileLock(file, channel));
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public synchronized void close() throws IOException {
        if (channel.isOpen()) {
            try {
                channel.close();
            } finally {
                LOCKED.remove(file);
            }
        }
    }
}

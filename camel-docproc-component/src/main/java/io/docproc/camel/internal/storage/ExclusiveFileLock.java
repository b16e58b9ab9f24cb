/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lock on a directory that only one owner among all threads and processes can hold, until it closes the lock or its
 * process ends.
 *
 * <p>On POSIX systems, closing any channel of a file releases the lock that the process has on the file. Therefore a
 * process opens the lock file only while it holds a shared lock on a second file. Other processes can hold that lock too,
 * but the Java virtual machine grants it once only, even to different class loaders.
 */
public final class ExclusiveFileLock implements Closeable {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final FileChannel file;
    private final FileChannel guard;

    @FunctionalInterface
    private interface LockRequest {
        FileLock tryLock(FileChannel channel) throws IOException;
    }

    private ExclusiveFileLock(FileChannel file, FileChannel guard) {
        this.file = file;
        this.guard = guard;
    }

    /** Locks an existing directory. Returns empty if another owner in this or another process holds the lock. */
    public static Optional<ExclusiveFileLock> tryAcquire(Path directory) throws IOException {
        Optional<FileChannel> guard =
                openLocked(directory.resolve("lock.jvm"), channel -> channel.tryLock(0, Long.MAX_VALUE, true));
        Optional<FileChannel> file = Optional.empty();
        try {
            if (guard.isPresent()) {
                file = openLocked(directory.resolve("lock"), FileChannel::tryLock);
            }
            return file.map(channel -> new ExclusiveFileLock(channel, guard.get()));
        } finally {
            if (guard.isPresent() && file.isEmpty()) {
                guard.get().close();
            }
        }
    }

    private static Optional<FileChannel> openLocked(Path file, LockRequest request) throws IOException {
        FileChannel channel = DurableFiles.openLockFile(file);
        boolean locked = false;
        try {
            locked = request.tryLock(channel) != null;
            return locked ? Optional.of(channel) : Optional.empty();
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /**
     * Locks an existing directory, and waits while another owner holds the lock.
     *
     * @throws IOException if the timeout has elapsed or the lock file cannot be locked
     */
    public static ExclusiveFileLock acquire(Path directory, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            Optional<ExclusiveFileLock> lock = tryAcquire(directory);
            if (lock.isPresent()) {
                return lock.get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("The lock of " + directory + " has been held by another process for more than "
                        + timeout.toSeconds()
                        + " s; stop that process, or check that the file system supports locks");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    @Override
    public void close() throws IOException {
        // The guard last, because the next owner in this process would lose its lock when this one closes the lock
        // file.
        try (guard) {
            file.close();
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Mutual exclusion between all threads and processes that share a directory, held for a few file operations at a time.
 * The operating system releases the lock of a process that dies. Thread-safe.
 */
final class DirectoryLock implements Closeable {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Excludes the threads of this process, because a file lock belongs to the process as a whole. */
    private final ReentrantLock threads = new ReentrantLock();

    private final Path file;
    private final FileChannel channel;

    /**
     * Creates a lock. Its channel stays open: on POSIX, closing any channel of a file releases all locks that the
     * process has on it.
     */
    DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** File operations that must not interleave with those of another process. */
    interface Action<T> {
        T run() throws IOException;
    }

    <T> T call(Action<T> action) throws IOException {
        threads.lock();
        try {
            FileLock lock = acquire();
            try {
                return action.run();
            } finally {
                lock.release();
            }
        } finally {
            threads.unlock();
        }
    }

    private FileLock acquire() throws IOException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            Optional<FileLock> lock = DurableFiles.tryLock(channel);
            if (lock.isPresent()) {
                return lock.get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("The lock " + file + " has been held by another process for more than "
                        + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS)
                        + " s; stop that process, or check that the file system supports locks");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

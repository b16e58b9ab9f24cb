/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/** File to which lines are appended. Threads that wait for the disk at the same time share a forced write. Thread-safe. */
final class LogFile implements Closeable {
    // A stream, because an interrupt would close a channel.
    private final FileOutputStream out;
    private final ReentrantLock forcing = new ReentrantLock();
    private volatile long written;
    private volatile boolean failed;
    private volatile boolean unforced;
    private long forced;

    LogFile(Path file) throws IOException {
        this.out = new FileOutputStream(file.toFile(), true);
    }

    /** Returns whether a write has failed. Such a file may end with an incomplete line. */
    boolean hasFailed() {
        return failed || unforced;
    }

    /** Appends a line and returns its position. It may be lost until it is forced to disk. */
    synchronized long write(byte[] line) throws IOException {
        try {
            out.write(line);
            return written += line.length;
        } catch (IOException e) {
            failed = true;
            throw e;
        }
    }

    /** Forces the lines up to this position to disk. */
    void force(long position) throws IOException {
        forcing.lock();
        try {
            if (forced < position) {
                long end = written;
                sync();
                forced = end;
            }
        } finally {
            forcing.unlock();
        }
    }

    private void sync() throws IOException {
        if (unforced) {
            // Operating systems report a failure once only, and then discard the lines.
            throw new IOException("an earlier write to the disk has failed");
        }
        try {
            out.getFD().sync();
        } catch (IOException e) {
            unforced = true;
            throw e;
        }
    }

    /** Forces the lines to disk and closes the file. */
    @Override
    public void close() throws IOException {
        try (FileOutputStream closed = out) {
            force(written);
        }
    }
}

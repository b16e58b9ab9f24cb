/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** File to which lines are appended. Threads that wait for the disk at the same time share a forced write. Thread-safe. */
final class LogFile implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LogFile.class);

    private final Path file;
    // No channel, because an interrupt would close it.
    private final RandomAccessFile out;
    private final ReentrantLock forcing = new ReentrantLock();
    private volatile long written;
    private volatile boolean incompleteLine;
    private volatile boolean syncFailed;
    private long forcedPosition;

    /** Opens an empty file. */
    LogFile(Path file) throws IOException {
        this.file = file;
        this.out = new RandomAccessFile(file.toFile(), "rw");
    }

    /** Returns whether lines that are written later might be lost. */
    boolean hasFailed() {
        return incompleteLine || syncFailed;
    }

    /** Appends a line and returns its position. It may be lost until it is forced to disk. */
    synchronized long write(byte[] line) throws IOException {
        try {
            out.write(line);
            return written += line.length;
        } catch (IOException e) {
            removeIncompleteLine();
            throw e;
        }
    }

    private void removeIncompleteLine() {
        try {
            out.setLength(written);
            out.seek(written);
        } catch (IOException e) {
            incompleteLine = true;
        }
    }

    /** Forces the lines up to this position to disk. */
    void force(long position) throws IOException {
        forcing.lock();
        try {
            if (forcedPosition < position) {
                long end = written;
                sync();
                LOG.trace("{} bytes of the file {} are on disk", end, file);
                forcedPosition = end;
            }
        } finally {
            forcing.unlock();
        }
    }

    private void sync() throws IOException {
        if (syncFailed) {
            // Operating systems report a failure once only, and then discard the lines.
            throw new IOException("an earlier write to the disk has failed");
        }
        try {
            out.getFD().sync();
        } catch (IOException e) {
            syncFailed = true;
            throw e;
        }
    }

    /** Forces the lines to disk and closes the file. */
    @Override
    public void close() throws IOException {
        try (RandomAccessFile closed = out) {
            force(written);
        }
    }
}

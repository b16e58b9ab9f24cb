/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;

/**
 * A part of spooled content as a stream that can be read several times. Closing it moves its cursor to the start.
 * {@link #writeTo} always writes all bytes. Copies have separate cursors. Thread-safe.
 *
 * <p>A reset does not move the cursor of another thread that has started to read and has not yet received -1. Camel
 * resets a body after a step of a route, when a resequencer or an aggregator may already have passed that body to
 * another thread. The reading thread keeps its cursor until it resets or closes the stream itself. All other threads
 * share a cursor at the start.
 */
final class SpooledStreamCache extends InputStream implements StreamCache {
    private final SpooledContent content;
    private final long from;
    private final long to;
    private final Map<Thread, SpoolReader> ownCursors = new WeakHashMap<>();
    private SpoolReader shared;
    private Thread reader;

    SpooledStreamCache(SpooledContent content, long from, long to) {
        this.content = content;
        this.from = from;
        this.to = to;
        this.shared = new SpoolReader(content, from, to);
    }

    private SpoolReader cursor() {
        return ownCursors.getOrDefault(Thread.currentThread(), shared);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
        return cursorToMove().read(bytes, offset, count);
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        return cursorToMove().skip(count);
    }

    private SpoolReader cursorToMove() {
        SpoolReader cursor = cursor();
        if (cursor == shared) {
            reader = Thread.currentThread();
        }
        return cursor;
    }

    @Override
    public synchronized int available() {
        return (int) Math.min(Integer.MAX_VALUE, to - cursor().position());
    }

    /** Moves the cursor to the start for the calling thread and for all threads that are not reading the stream. */
    @Override
    public synchronized void reset() {
        SpoolReader own = ownCursors.remove(Thread.currentThread());
        if (own != null) {
            own.rewind();
        }
        if (shared.isInUse() && reader != Thread.currentThread()) {
            ownCursors.put(reader, shared);
            shared = new SpoolReader(content, from, to);
        } else {
            shared.rewind();
        }
        reader = null;
    }

    @Override
    public synchronized void close() {
        SpoolReader own = ownCursors.remove(Thread.currentThread());
        (own == null ? shared : own).rewind();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        content.writeTo(out, from, to);
    }

    @Override
    public StreamCache copy(Exchange exchange) {
        return new SpooledStreamCache(content, from, to);
    }

    @Override
    public boolean inMemory() {
        return content.inMemory();
    }

    @Override
    public long length() {
        return to - from;
    }

    @Override
    public synchronized long position() {
        return cursor().position() - from;
    }
}

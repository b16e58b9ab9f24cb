/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.util.IOHelper;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOFunction;

/**
 * Part of spooled content as a message body. It can be read again after a reset, and by copies at the same time. A file
 * is open only between reading its first and last byte. Thread-safe.
 *
 * <p>Camel resets a stream cache before it passes the message on, also while a thread still reads the body and hands that
 * body to another thread. The reading thread keeps its cursor until it resets or closes the stream itself. All other
 * threads share a cursor at the start.
 */
final class SpooledBody extends InputStream implements StreamCache {
    /** Size of a write in bytes. Each write of a file or a connection is a system call. */
    private static final int CHUNK = 128 * 1024;

    /** Opens the content at a byte position. Content in memory ends at the end of this part. */
    private final IOFunction<Long, InputStream> content;

    private final boolean inMemory;
    private final long from;
    private final long to;
    private final Map<Thread, Cursor> ownCursors = new WeakHashMap<>();
    private Cursor shared = new Cursor();
    private Thread reader;

    SpooledBody(IOFunction<Long, InputStream> content, boolean inMemory, long from, long to) {
        this.content = content;
        this.inMemory = inMemory;
        this.from = from;
        this.to = to;
    }

    private Cursor cursor() {
        return ownCursors.getOrDefault(Thread.currentThread(), shared);
    }

    private Cursor cursorToMove() {
        Cursor cursor = cursor();
        if (cursor == shared) {
            reader = Thread.currentThread();
        }
        return cursor;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
        return count == 0 ? 0 : cursorToMove().read(bytes, offset, count);
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        return cursorToMove().skip(count);
    }

    @Override
    public synchronized int available() {
        return (int) Math.min(Integer.MAX_VALUE, length() - cursor().position);
    }

    /** Moves the cursor to the start for the calling thread and for all threads that are not reading the stream. */
    @Override
    public synchronized void reset() {
        Cursor own = ownCursors.remove(Thread.currentThread());
        if (own != null) {
            own.rewind();
        }
        boolean isInUse = shared.position > 0 && !shared.endReported;
        if (isInUse && reader != Thread.currentThread()) {
            ownCursors.put(reader, shared);
            shared = new Cursor();
        } else {
            shared.rewind();
        }
        reader = null;
    }

    @Override
    public synchronized void close() {
        Cursor own = ownCursors.remove(Thread.currentThread());
        (own == null ? shared : own).rewind();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (InputStream in = content.apply(from)) {
            if (inMemory) {
                in.transferTo(out);
            } else {
                IOUtils.copyLarge(in, out, 0, length(), new byte[(int) Math.min(CHUNK, length())]);
            }
        }
    }

    @Override
    public StreamCache copy(Exchange exchange) {
        return new SpooledBody(content, inMemory, from, to);
    }

    @Override
    public boolean inMemory() {
        return inMemory;
    }

    @Override
    public long length() {
        return to - from;
    }

    @Override
    public synchronized long position() {
        return cursor().position;
    }

    private final class Cursor {
        private long position;
        private boolean endReported;
        private InputStream in;

        int read(byte[] bytes, int offset, int count) throws IOException {
            if (position >= length()) {
                endReported = true;
                return -1;
            }
            if (in == null) {
                in = content.apply(from + position);
            }
            int read = in.read(bytes, offset, (int) Math.min(count, length() - position));
            position += Math.max(read, 0);
            if (position >= length()) {
                closeContent();
            }
            return read;
        }

        long skip(long count) throws IOException {
            long wanted = Math.max(0, Math.min(count, length() - position));
            long skipped = in == null ? wanted : in.skip(wanted);
            position += skipped;
            return skipped;
        }

        void rewind() {
            closeContent();
            position = 0;
            endReported = false;
        }

        private void closeContent() {
            if (in != null) {
                IOHelper.close(in);
                in = null;
            }
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.spi.StreamCachingStrategy;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Buffers output of unknown length and returns it as stream caches. Bytes are in memory up to a threshold, and in a
 * temporary file above it, which exists as long as one of the stream caches is reachable. Not thread-safe.
 *
 * <p>The spool directory, threshold and cipher of the context's stream caching apply. Camel's own cached output stream
 * is not used for two reasons: it spools only if the context enables spooling, which is off by default, and it deletes
 * its file when one exchange completes.
 */
public final class SpoolingOutputStream extends OutputStream {
    /**
     * Threshold in bytes for a context without a configured one. The image of a page usually stays in memory, which is
     * faster.
     */
    private static final int THRESHOLD = 256 * 1024;

    private final CamelContext context;
    private final long threshold;
    private Memory memory = new Memory(0);
    private OutputStream out = memory;
    private TempFiles.TempFile file;
    private Held held;
    private long written;

    private static final class Memory extends ByteArrayOutputStream {
        Memory(int size) {
            super(size);
        }

        /** Returns the bytes without a copy, unless most of the array is empty. */
        byte[] bytes() {
            buf = count < buf.length / 2 ? toByteArray() : buf;
            return buf;
        }
    }

    /** @param exchange the exchange whose context has the stream caching settings */
    public SpoolingOutputStream(Exchange exchange) {
        this(exchange.getContext());
    }

    /** @param context the context that has the stream caching settings */
    public SpoolingOutputStream(CamelContext context) {
        this.context = context;
        this.threshold = threshold(context.getStreamCachingStrategy());
    }

    private static long threshold(StreamCachingStrategy settings) {
        long configured = settings.getSpoolThreshold();
        if (configured == StreamCache.DEFAULT_SPOOL_THRESHOLD && !settings.isSpoolEnabled()) {
            return THRESHOLD;
        }
        return configured > 0 ? configured : Integer.MAX_VALUE;
    }

    /** Room on the disk of the spool directory for the response of a call. */
    @FunctionalInterface
    public interface Reservation extends AutoCloseable {
        /** Releases the room, when the response is on the disk or will not arrive. */
        @Override
        void close();
    }

    /**
     * Reserves room for a response, which would be lost after the billed call if the disk were full.
     *
     * @throws SpoolException if the spool directory cannot be written, or has too little space for the responses of all
     *     calls in flight
     */
    public static Reservation reserve(CamelContext context, long bytes) throws SpoolException {
        try {
            return TempFiles.reserve(context, bytes);
        } catch (IOException e) {
            throw new SpoolException(e);
        }
    }

    /**
     * Requires that the JVM supports the spool cipher, and deletes the files that killed processes have left.
     *
     * @throws IOException if it does not
     */
    public static void prepare(CamelContext context) throws IOException {
        TempFiles.cipher(context);
        TempFiles.removeAbandoned(context);
    }

    /** Prepares for this number of bytes, as far as they are kept in memory. */
    void expect(long bytes) {
        memory = new Memory((int) Math.max(0, Math.min(bytes, Math.min(threshold, THRESHOLD))));
        out = memory;
    }

    /** Returns the context of the bodies. */
    CamelContext context() {
        return context;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        try {
            if (file == null && written + count > threshold) {
                file = TempFiles.create(context);
                out = file.openForWriting();
                memory.writeTo(out);
                memory = null;
            }
            out.write(bytes, offset, count);
        } catch (IOException e) {
            throw new SpoolException(e);
        }
        written += count;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            throw new SpoolException(e);
        }
    }

    /** Returns the number of bytes written. */
    public long length() {
        return written;
    }

    /** Returns all bytes. The stream must be closed first. */
    public StreamCache content() {
        return slice(0, written);
    }

    /** Returns the bytes from one position (inclusive) to another (exclusive). The stream must be closed first. */
    public StreamCache slice(long from, long to) {
        if (file != null) {
            return new SpooledBody(file::openAt, false, from, to);
        }
        if (held == null) {
            held = new Held(memory.bytes());
        }
        Held bytes = held;
        return new SpooledBody(start -> bytes.open(start, to), true, from, to);
    }

    /**
     * Moves bytes from memory to a file, also those of bodies that were returned before, because they are kept for long.
     * The stream must be closed first.
     */
    public void moveToFile() throws IOException {
        if (held != null) {
            held.moveToFile(context);
        }
    }

    /** Bytes of bodies in memory, until they are moved to a file. Thread-safe. */
    private static final class Held {
        private volatile byte[] bytes;
        private volatile TempFiles.TempFile file;

        Held(byte[] bytes) {
            this.bytes = bytes;
        }

        InputStream open(long from, long to) throws IOException {
            byte[] current = bytes;
            return current != null
                    ? new ByteArrayInputStream(current, (int) from, (int) (to - from))
                    : BoundedInputStream.builder()
                            .setInputStream(file.openAt(from))
                            .setMaxCount(to - from)
                            .get();
        }

        void moveToFile(CamelContext context) throws IOException {
            byte[] current = bytes;
            if (current != null) {
                TempFiles.TempFile target = TempFiles.create(context);
                try (OutputStream out = target.openForWriting()) {
                    out.write(current);
                }
                file = target;
                bytes = null;
            }
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.spi.StreamCachingStrategy;

/**
 * Buffers output of unknown length and returns it as stream caches. Bytes are in memory up to a threshold, and in a
 * temporary file above it. The file is deleted when no stream cache refers to it any more. Not thread-safe.
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
    private static final long THRESHOLD = 256L * 1024;

    private final TempFiles files;
    private final StreamCachingStrategy settings;
    private final long threshold;
    private Memory memory;
    private OutputStream out;
    private Optional<SharedTempFile> file = Optional.empty();
    private long written;

    /** @param exchange the exchange whose context has the stream caching settings */
    public SpoolingOutputStream(Exchange exchange) {
        this.files = TempFiles.of(exchange.getContext());
        this.settings = exchange.getContext().getStreamCachingStrategy();
        this.threshold = threshold(settings);
        this.memory = new Memory(Math.min(threshold, THRESHOLD));
        this.out = memory;
    }

    private static long threshold(StreamCachingStrategy settings) {
        long configured = settings.getSpoolThreshold();
        if (configured == StreamCache.DEFAULT_SPOOL_THRESHOLD && !settings.isSpoolEnabled()) {
            return THRESHOLD;
        }
        return configured > 0 ? configured : Integer.MAX_VALUE;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (file.isEmpty() && written + count > threshold) {
            moveToFile();
        }
        out.write(bytes, offset, count);
        written += count;
        file.ifPresent(tempFile -> tempFile.written(count));
    }

    private void moveToFile() throws IOException {
        SharedTempFile tempFile = files.create(settings);
        file = Optional.of(tempFile);
        out = tempFile.openForWriting();
        memory.writeTo(out);
        tempFile.written(memory.size());
        memory = null;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Deletes the file immediately. To be called if its content will not be read. */
    public void discard() {
        file.ifPresent(SharedTempFile::delete);
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
        return file.<StreamCache>map(tempFile -> new SpooledStreamCache(tempFile, from, to))
                .orElseGet(() -> memory.slice(Math.toIntExact(from), Math.toIntExact(to)));
    }

    /**
     * Buffer that grows to its final size in one step, and returns its bytes without a copy if little memory is wasted.
     */
    private static final class Memory extends ByteArrayOutputStream {
        private static final int SMALL = 8 * 1024;

        private final int large;

        Memory(long large) {
            this.large = (int) large;
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            if (count + length > buf.length && count + length > SMALL && count + length <= large) {
                buf = Arrays.copyOf(buf, large);
            }
            super.write(bytes, offset, length);
        }

        StreamCache slice(int from, int to) {
            return to - from < buf.length / 2
                    ? new SpooledStreamCache(SpooledContent.of(Arrays.copyOfRange(buf, from, to)), 0, to - from)
                    : new SpooledStreamCache(SpooledContent.of(buf), from, to);
        }
    }
}

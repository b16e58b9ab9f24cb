/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.converter.stream.CipherPair;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.spi.StreamCachingStrategy;

/**
 * Takes bytes of unknown number and gives them back as a stream cache: in memory up to a threshold, in a temporary file
 * beyond. The file is deleted when the exchange, and every exchange that got a copy, is done.
 *
 * <p>Camel's own cached output stream spools only where the context has spooling switched on, and it is off by default;
 * a document must never be whole on the heap. Directory, threshold and cipher of the context's stream caching are
 * honoured.
 */
public final class Spool extends OutputStream {
    /** Where the context says nothing of its own: a page's image at a usual size stays in memory, which is quicker. */
    private static final long THRESHOLD = 256L * 1024;

    private final Exchange exchange;
    private final StreamCachingStrategy settings;
    private final long threshold;
    private Memory memory;
    private OutputStream out;
    private Optional<SpoolFile> file = Optional.empty();
    private long written;

    /** A spool whose content lives as long as the exchange. */
    public Spool(Exchange exchange) {
        this.exchange = exchange;
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
    }

    private void moveToFile() throws IOException {
        SpoolFile spoolFile = new SpoolFile(createTempFile(), cipher());
        file = Optional.of(spoolFile);
        spoolFile.keepFor(exchange);
        out = spoolFile.openForWriting();
        memory.writeTo(out);
        memory = null;
    }

    private Path createTempFile() throws IOException {
        if (settings.getSpoolDirectory() == null) {
            return Files.createTempFile("docproc-", ".tmp");
        }
        Path directory = settings.getSpoolDirectory().toPath();
        Files.createDirectories(directory);
        return Files.createTempFile(directory, "docproc-", ".tmp");
    }

    private Optional<CipherPair> cipher() throws IOException {
        String transformation = settings.getSpoolCipher();
        if (transformation == null || transformation.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new CipherPair(transformation));
        } catch (GeneralSecurityException unusable) {
            throw new IOException("The context's spool cipher " + transformation + " cannot be used", unusable);
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Deletes what was stored; nobody will read it. */
    public void discard() {
        file.ifPresent(SpoolFile::delete);
    }

    /** The number of bytes written. */
    public long length() {
        return written;
    }

    /** All bytes, once the spool is closed. */
    public StreamCache content() {
        return slice(0, written);
    }

    /** The bytes from one position up to another, once the spool is closed. */
    public StreamCache slice(long from, long to) {
        return file.<StreamCache>map(spoolFile -> new SpooledStreamCache(spoolFile, from, to))
                .orElseGet(() -> memory.slice(Math.toIntExact(from), Math.toIntExact(to)));
    }

    /** Grows once instead of step by step, and gives its bytes back without copying all of them first. */
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
            return from == 0 ? new InputStreamCache(buf, to) : new InputStreamCache(Arrays.copyOfRange(buf, from, to));
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.camel.StreamCache;

/**
 * A document in a Camel stream cache, in memory or spooled to disk. Each {@link #open} resets the cache's only cursor.
 * The length is determined after a reset, because some caches report the remaining bytes. Nothing is read beyond the
 * length, because some caches throw an exception at their end.
 */
record CachedDocument(Optional<String> name, StreamCache cache, InputStream stream, OptionalLong length)
        implements Document {
    private static final String SUBJECT = "the stream cache";

    CachedDocument(Optional<String> name, StreamCache cache, InputStream stream) throws DocumentReadException {
        this(name, cache, stream, lengthFromStart(cache));
    }

    private static OptionalLong lengthFromStart(StreamCache cache) throws DocumentReadException {
        rewind(cache);
        // A stream cache also returns 0 if its length is unknown.
        return cache.length() > 0 ? OptionalLong.of(cache.length()) : OptionalLong.empty();
    }

    private static void rewind(StreamCache cache) throws DocumentReadException {
        try {
            cache.reset();
        } catch (RuntimeException e) {
            throw new DocumentReadException(SUBJECT + " cannot be read: " + e, e);
        }
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() throws IOException {
        rewind(cache);
        return new DocumentStream(new Content(), SUBJECT, length);
    }

    /** Reads the content up to its length, and converts unchecked exceptions of a cache to {@link IOException}s. */
    private final class Content extends FilterInputStream {
        private long left = length.orElse(Long.MAX_VALUE);

        Content() {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            if (left == 0) {
                return -1;
            }
            try {
                int read = super.read(buffer, offset, (int) Math.min(count, left));
                left -= Math.max(read, 0);
                return read;
            } catch (RuntimeException e) {
                throw new IOException(e.toString(), e);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }
    }
}

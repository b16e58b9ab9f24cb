/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A document that passed the inspection. If its length is unknown, its stream checks the size while it is read. */
record CheckedDocument(Document source, DocumentType detected, long maxBytes, Supplier<RuntimeException> tooLarge)
        implements Document {
    /** Returns a document with the same properties that reads its bytes from another source. */
    CheckedDocument withSource(Document other) {
        return new CheckedDocument(other, detected, maxBytes, tooLarge);
    }

    @Override
    public Optional<String> name() {
        return source.name();
    }

    @Override
    public OptionalLong length() {
        return source.length();
    }

    @Override
    public boolean repeatable() {
        return source.repeatable();
    }

    @Override
    public Optional<DocumentType> type() {
        return Optional.of(detected);
    }

    @Override
    public InputStream open() throws IOException {
        InputStream stream = source.open();
        return length().isPresent() ? stream : new SizeLimit(stream);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private final class SizeLimit extends FilterInputStream {
        private long position;

        SizeLimit(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            advance(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            int read = super.read(buffer, offset, count);
            advance(Math.max(read, 0));
            return read;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(count);
            advance(skipped);
            return skipped;
        }

        private void advance(long read) {
            position += read;
            if (position > maxBytes) {
                throw tooLarge.get();
            }
        }
    }
}

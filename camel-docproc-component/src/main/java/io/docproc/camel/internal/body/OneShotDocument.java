/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream that can be read once. Its first bytes may have been read ahead. */
final class OneShotDocument implements Document {
    private final Optional<String> name;
    private final InputStream stream;
    private final byte[] head;
    private final AtomicBoolean opened = new AtomicBoolean();

    OneShotDocument(Optional<String> name, InputStream stream) {
        this(name, stream, new byte[0]);
    }

    private OneShotDocument(Optional<String> name, InputStream stream, byte[] head) {
        this.name = name;
        this.stream = stream;
        this.head = head;
    }

    /**
     * Reads ahead up to {@code count} bytes. Returns the document to use instead of this one: in memory if the stream
     * ends within these bytes, otherwise a one-shot document.
     *
     * @throws IOException if the stream cannot be read, or was already opened
     */
    Document peeked(int count) throws IOException {
        InputStream source = open();
        byte[] first = source.readNBytes(count);
        if (first.length < count) {
            source.close();
            return new BytesDocument(name, ByteBuffer.wrap(first));
        }
        return new OneShotDocument(name, source, first);
    }

    /** Returns the bytes that were read ahead. Reading them does not change the document. */
    InputStream head() {
        return new ByteArrayInputStream(head);
    }

    @Override
    public Optional<String> name() {
        return name;
    }

    @Override
    public OptionalLong length() {
        return OptionalLong.empty();
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public InputStream open() throws IOException {
        if (!opened.compareAndSet(false, true)) {
            throw new DocumentReadException(
                    "the document is a stream that was already read and cannot be read again;"
                            + " send a file or bytes, or enable stream caching",
                    null);
        }
        return new DocumentStream(new SequenceInputStream(head(), stream), "the stream", length());
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A document to send: bytes that can be read from where they lie, with what is known about them beforehand. It never
 * holds more of a document on the heap than the caller put there, save for a one-shot stream so short that the check
 * has read all of it.
 */
public sealed interface Document extends Closeable
        permits BytesDocument, CachedDocument, CheckedDocument, FileDocument, OneShotDocument {

    /** The name to send: without a path and safe in a multipart header; empty when none is known. */
    Optional<String> name();

    /** The number of bytes that {@link #open()} yields; empty when only reading can tell. */
    OptionalLong length();

    /** Whether {@link #open()} may be called again; each call then starts at the first byte. */
    boolean repeatable();

    /** The type found in the bytes; empty for a document that {@link DocumentInspector} has not seen. */
    default Optional<DocumentType> type() {
        return Optional.empty();
    }

    /**
     * Opens the document at its first byte; the caller closes the stream.
     *
     * <p>The stream yields exactly {@link #length()} bytes, or fails with a {@link DocumentChangedException} before it
     * hands out the last of them. Every other failure of the source is a {@link DocumentReadException}, so that a
     * reader who writes to a socket can tell the two ends apart.
     *
     * @throws DocumentReadException when the source cannot be opened, or is a one-shot stream that was opened before
     */
    InputStream open() throws IOException;

    /** Releases a one-shot stream whether it was opened or not; nothing to do for the other kinds. */
    @Override
    default void close() throws IOException {}
}

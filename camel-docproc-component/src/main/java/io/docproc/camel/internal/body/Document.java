/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A document to send. It is read from its source when it is sent, and is not copied to the heap. The exception is a
 * one-shot stream so short that the inspection has read all of it. Implementations are not thread-safe.
 */
public sealed interface Document extends ContentSource, Closeable
        permits AttachmentDocument, BytesDocument, CachedDocument, CheckedDocument, FileDocument, OneShotDocument {

    /** Returns the file name to send, without a path and safe in a multipart header; empty if none is known. */
    Optional<String> name();

    /** Returns the type detected from the bytes; empty before {@link DocumentInspector} has checked the document. */
    default Optional<DocumentType> type() {
        return Optional.empty();
    }

    /**
     * Opens the document at its first byte. The caller closes the stream.
     *
     * <p>If the length is known, the stream returns exactly that number of bytes, or throws a
     * {@link DocumentChangedException} before it returns the last of them. Every other read failure is a
     * {@link DocumentReadException}, which distinguishes it from a failure of the connection to the service.
     *
     * @throws DocumentReadException if the source cannot be opened, or is a one-shot stream that was already opened
     */
    @Override
    InputStream open() throws IOException;

    /** Closes a one-shot stream, opened or not. Has no effect on other documents. */
    @Override
    default void close() throws IOException {}
}

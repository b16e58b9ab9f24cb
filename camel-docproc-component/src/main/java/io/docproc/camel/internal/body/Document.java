/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.commons.io.function.IOSupplier;

/**
 * A document to send. It is read from its source whenever it is sent, and is not copied to the heap. Not thread-safe.
 */
public class Document {
    private final String subject;
    private final Optional<String> name;
    private final OptionalLong length;
    private final IOSupplier<InputStream> source;
    private Optional<DocumentType> type = Optional.empty();
    private long maxBytes = Long.MAX_VALUE;
    private Supplier<MessageDigest> digests;
    private byte[] digest;
    private Supplier<? extends RuntimeException> tooLarge;

    /**
     * Creates a document.
     *
     * @param subject what the document is, for messages
     * @param source opens the document at its first byte
     */
    Document(String subject, Optional<String> name, OptionalLong length, IOSupplier<InputStream> source) {
        this.subject = subject;
        this.name = name;
        this.length = length;
        this.source = source;
    }

    /** Opens the source at its first byte. */
    InputStream source() throws IOException {
        return source.get();
    }

    /** Checks after the last byte was read that the source did not change meanwhile. */
    void requireUnchanged() throws IOException {}

    /** Sets what the check of the document has found. */
    final void checked(DocumentType detected, long limit, Supplier<? extends RuntimeException> beyondLimit) {
        type = Optional.of(detected);
        maxBytes = limit;
        tooLarge = beyondLimit;
    }

    /** Returns the file name to send, without a path and safe in a multipart header; empty if none is known. */
    public final Optional<String> name() {
        return name;
    }

    /** Returns the type detected from the bytes; empty before {@link DocumentRules} have checked the document. */
    public final Optional<DocumentType> type() {
        return type;
    }

    /** Returns the number of bytes; empty if it is unknown until the end of the stream. */
    public final OptionalLong length() {
        return length;
    }

    /**
     * Computes a digest whenever the document is read from now on.
     *
     * @param newDigest creates a digest for each time
     */
    public final void digestWhileRead(Supplier<MessageDigest> newDigest) {
        digests = newDigest;
    }

    /**
     * Returns the digest of the document as it was read last. Reads the document if it was not read to its end.
     *
     * @return empty if no digest is computed, or the document cannot be read to its end
     */
    public final Optional<byte[]> digest() {
        if (digest == null && digests != null) {
            try (InputStream in = open()) {
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(digest);
    }

    /**
     * Opens the document at its first byte. The caller closes the stream.
     *
     * <p>If the length is known, the stream returns exactly that number of bytes, or throws an exception before it
     * returns the last of them. If it is unknown, the stream throws the exception for code 40302 as soon as it has read
     * too many bytes. Every read failure is a {@link DocumentReadException}, which distinguishes it from a failure of
     * the connection to the service.
     *
     * @throws DocumentReadException if the source cannot be opened
     */
    public final InputStream open() throws IOException {
        try {
            return new Content(source());
        } catch (IOException | RuntimeException e) {
            throw unreadable(e);
        }
    }

    private DocumentReadException unreadable(Exception e) {
        if (e instanceof DocumentReadException named) {
            return named;
        }
        if (e instanceof NoSuchFileException) {
            return new DocumentReadException(
                    subject + " no longer exists; keep the file until the call has completed", e);
        }
        String reason = e instanceof IOException ? e.getMessage() : e.toString();
        return new DocumentReadException(subject + " cannot be read: " + reason, e);
    }

    final DocumentReadException changed(String how) {
        return new DocumentReadException(
                subject + " " + how + "; send a document only after it is completely written", null);
    }

    /** Returns exactly the expected number of bytes or throws an exception that names the document. */
    private final class Content extends InputStream {
        private final InputStream in;
        private long position;
        private final MessageDigest digested = digests == null ? null : digests.get();
        private boolean complete;

        Content(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            Objects.checkFromIndexSize(offset, count, buffer.length);
            if (count == 0) {
                return 0;
            }
            if (complete) {
                return -1;
            }
            int read;
            try {
                read = in.read(buffer, offset, count);
                position += Math.max(read, 0);
                if (length.isPresent()) {
                    requireLength(read, length.getAsLong());
                }
                digest(buffer, offset, read);
            } catch (IOException | RuntimeException e) {
                throw unreadable(e);
            }
            if (length.isEmpty() && position > maxBytes) {
                throw tooLarge.get();
            }
            return read;
        }

        private void digest(byte[] buffer, int offset, int read) {
            if (digested != null && read > 0) {
                digested.update(buffer, offset, read);
            }
            if (digested != null && (complete || read < 0)) {
                digest = digested.digest();
            }
        }

        /** Checks before the last bytes are returned, because a reader that counts the bytes does not read again. */
        private void requireLength(int read, long expected) throws IOException {
            if (read < 0 && position < expected) {
                throw changed("shrank while it was read: it has " + position + " of " + expected + " bytes");
            }
            if (position >= expected) {
                if (position > expected || in.read() >= 0) {
                    throw changed("grew while it was read: it has more than the expected " + expected + " bytes");
                }
                requireUnchanged();
                complete = true;
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}

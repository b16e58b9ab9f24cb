/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The uploaded document of a call. Thread-safe. */
public final class RequestDocument {
    /** The size up to which the log of calls keeps the content of a document. */
    public static final long MAX_RETAINED_BYTES = 1024L * 1024;

    private static final int FILE_ID_BYTES = 16;

    private final Path file;
    private final long size;
    /** The content; null if it is not kept. */
    private final byte[] retained;

    private final boolean completed;

    private RequestDocument(Path file, long size, byte[] retained, boolean completed) {
        this.file = file;
        this.size = size;
        this.retained = retained;
        this.completed = completed;
    }

    /**
     * Describes a document in a file. Its content is kept in memory up to a size. Throws an {@link IOException} if the
     * file cannot be read.
     */
    public static RequestDocument of(Path file, long maxRetainedBytes) throws IOException {
        long size = Files.size(file);
        return new RequestDocument(file, size, size <= maxRetainedBytes ? Files.readAllBytes(file) : null, false);
    }

    /** Returns the length in bytes. */
    public long size() {
        return size;
    }

    /** Returns the file with the document. It exists until the call, or its parse job, is completed. */
    public Path file() {
        return file;
    }

    /**
     * Returns the content. Throws an {@link IllegalStateException} if the document comes from the log of calls, and its
     * content is not kept: it has more than 1 MiB, or the earlier documents in the log have 64 MiB.
     */
    public byte[] bytes() {
        if (retained != null) {
            return retained.clone();
        }
        if (completed) {
            throw new IllegalStateException("The log of calls has not kept the content of the document (" + size
                    + " bytes); it keeps up to " + MAX_RETAINED_BYTES
                    + " bytes of each document, and 64 MiB of all. Assert on size() instead.");
        }
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the id that the service gives to the document: 32 hexadecimal digits, the same for the same content.
     * Throws an {@link IOException} if the file cannot be read.
     */
    public String fileId() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest(), 0, FILE_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the content decoded as UTF-8; see {@link #bytes()}. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    long retainedBytes() {
        return retained == null ? 0 : retained.length;
    }

    /** Returns a copy for the log of calls: its file may be deleted at any time, and is no longer read. */
    RequestDocument completed(boolean withContent) {
        return new RequestDocument(file, size, withContent ? retained : null, true);
    }

    @Override
    public String toString() {
        return "RequestDocument[size=" + size + "]";
    }
}

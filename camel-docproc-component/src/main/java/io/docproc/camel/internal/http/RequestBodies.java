/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.ContentSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;

/** Creates the request bodies that the service accepts. Documents are streamed to the connection. */
public final class RequestBodies {
    private static final int BUFFER = 64 * 1024;
    private static final int UNKNOWN = -1;

    /** The interface document specifies both content types without a charset. */
    private static final ContentType JSON = ContentType.create("application/json");

    private static final ContentType TEXT = ContentType.create("text/plain");

    private RequestBodies() {}

    /** Returns the unchanged bytes of a document as {@code application/octet-stream}. */
    public static HttpEntity octetStream(ContentSource source) {
        PrefetchedSource prefetched = new PrefetchedSource(source);
        HttpEntity body = new EntityTemplate(
                source.length().orElse(UNKNOWN),
                ContentType.APPLICATION_OCTET_STREAM,
                null,
                out -> copy(prefetched, out));
        return new DocumentEntity(body, List.of(prefetched));
    }

    /** Returns a short text as {@code text/plain}. */
    public static HttpEntity text(String text) {
        return new ByteArrayEntity(text.getBytes(StandardCharsets.UTF_8), TEXT);
    }

    /** Returns serialized JSON as {@code application/json}. */
    public static HttpEntity json(byte[] json) {
        return new ByteArrayEntity(json, JSON);
    }

    /**
     * Returns JSON that contains a document as a Base64 text. The document is encoded while it is sent.
     *
     * @param before the JSON up to and including the quote that opens the Base64 text
     * @param source the document
     * @param after the JSON from the closing quote on
     */
    public static HttpEntity jsonAroundBase64(byte[] before, ContentSource source, byte[] after) {
        long length = source.length().isEmpty()
                ? UNKNOWN
                : before.length + base64Length(source.length().getAsLong()) + after.length;
        PrefetchedSource prefetched = new PrefetchedSource(source);
        HttpEntity body = new EntityTemplate(length, JSON, null, out -> {
            out.write(before);
            copyAsBase64(prefetched, out);
            out.write(after);
        });
        return new DocumentEntity(body, List.of(prefetched));
    }

    private static long base64Length(long bytes) {
        return 4 * ((bytes + 2) / 3);
    }

    static void copy(PrefetchedSource source, OutputStream out) throws IOException {
        copyInChunks(source, BUFFER, (bytes, count) -> out.write(bytes, 0, count));
    }

    private static void copyAsBase64(PrefetchedSource source, OutputStream out) throws IOException {
        int wholeTriples = BUFFER / 3 * 3;
        byte[] encoded = new byte[(int) base64Length(bufferSize(wholeTriples, source))];
        copyInChunks(source, wholeTriples, (bytes, count) -> {
            byte[] chunk = count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
            out.write(encoded, 0, Base64.getEncoder().encode(chunk, encoded));
        });
    }

    private interface Chunk {
        void write(byte[] bytes, int count) throws IOException;
    }

    /**
     * Copies the source in full buffers, so that only the last chunk is short. Read failures become a
     * {@link ContentSourceException}, which distinguishes them from failures of the connection.
     */
    private static void copyInChunks(PrefetchedSource source, int size, Chunk chunk) throws IOException {
        byte[] buffer = new byte[bufferSize(size, source)];
        try (InputStream in = source.open()) {
            int count = readFully(in, buffer);
            while (count > 0) {
                chunk.write(buffer, count);
                count = readFully(in, buffer);
            }
        }
    }

    /** Limits a buffer to the length of the document, because most documents of a busy route are small. */
    private static int bufferSize(int size, PrefetchedSource source) {
        return (int) Math.min(size, source.source().length().orElse(size));
    }

    private static int readFully(InputStream in, byte[] buffer) {
        try {
            return in.readNBytes(buffer, 0, buffer.length);
        } catch (IOException e) {
            throw new ContentSourceException(e);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The bodies that the service takes; each is written straight to the connection. */
public final class RequestBodies {
    private static final int BUFFER = 64 * 1024;
    private static final int UNKNOWN = -1;

    /** Without a charset, as the interface document writes them. */
    private static final ContentType JSON = ContentType.create("application/json");

    private static final ContentType TEXT = ContentType.create("text/plain");

    private RequestBodies() {}

    /** The bytes as they are, {@code application/octet-stream}. */
    public static HttpEntity octetStream(ContentSource source) {
        HttpEntity body = new EntityTemplate(
                source.length().orElse(UNKNOWN), ContentType.APPLICATION_OCTET_STREAM, null, out -> copy(source, out));
        return repeatableAs(source.repeatable(), body);
    }

    /** A short text, {@code text/plain}. */
    public static HttpEntity text(String text) {
        return new ByteArrayEntity(text.getBytes(StandardCharsets.UTF_8), TEXT);
    }

    /** JSON that is already rendered. */
    public static HttpEntity json(byte[] json) {
        return new ByteArrayEntity(json, JSON);
    }

    /**
     * JSON with a document in the middle: what comes before the document's Base64, the document, what comes after.
     *
     * @param before the JSON up to and including the quote that opens the Base64 text
     * @param source the document
     * @param after the JSON from the closing quote on
     */
    public static HttpEntity jsonAroundBase64(byte[] before, ContentSource source, byte[] after) {
        long length = source.length().isEmpty()
                ? UNKNOWN
                : before.length + base64Length(source.length().getAsLong()) + after.length;
        HttpEntity body = new EntityTemplate(length, JSON, null, out -> {
            out.write(before);
            copyAsBase64(source, out);
            out.write(after);
        });
        return repeatableAs(source.repeatable(), body);
    }

    /** A proxy that asks for a password may have a body sent again, if its bytes can be had again. */
    static HttpEntity repeatableAs(boolean repeatable, HttpEntity body) {
        return new HttpEntityWrapper(body) {
            @Override
            public boolean isRepeatable() {
                return repeatable;
            }
        };
    }

    private static long base64Length(long bytes) {
        return 4 * ((bytes + 2) / 3);
    }

    static void copy(ContentSource source, OutputStream out) throws IOException {
        pump(source, BUFFER, (bytes, count) -> out.write(bytes, 0, count));
    }

    private static void copyAsBase64(ContentSource source, OutputStream out) throws IOException {
        int wholeTriples = BUFFER / 3 * 3;
        byte[] encoded = new byte[(int) base64Length(upTo(wholeTriples, source))];
        pump(source, wholeTriples, (bytes, count) -> {
            byte[] chunk = count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
            out.write(encoded, 0, Base64.getEncoder().encode(chunk, encoded));
        });
    }

    private interface Chunk {
        void write(byte[] bytes, int count) throws IOException;
    }

    /** Reads full buffers, so that only the last one is short, and tells a failing source from a failing connection. */
    private static void pump(ContentSource source, int size, Chunk chunk) throws IOException {
        byte[] buffer = new byte[upTo(size, source)];
        try (InputStream in = open(source)) {
            int count = readFully(in, buffer);
            while (count > 0) {
                chunk.write(buffer, count);
                count = readFully(in, buffer);
            }
        }
    }

    /** Most documents of a busy route are small, and so are their buffers. */
    private static int upTo(int size, ContentSource source) {
        return (int) Math.min(size, source.length().orElse(size));
    }

    private static InputStream open(ContentSource source) {
        try {
            return source.open();
        } catch (IOException unreadable) {
            throw new ContentSourceException(unreadable);
        }
    }

    private static int readFully(InputStream in, byte[] buffer) {
        try {
            return in.readNBytes(buffer, 0, buffer.length);
        } catch (IOException unreadable) {
            throw new ContentSourceException(unreadable);
        }
    }
}

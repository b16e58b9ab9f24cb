/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.Document;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.commons.io.function.IOConsumer;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/** Creates the request bodies that the service accepts. Documents are read and encoded while they are sent. */
public final class RequestBodies {
    /** A multiple of 3 bytes, which are 4 characters of Base64. */
    private static final int BUFFER = 63 * 1024;

    private RequestBodies() {}

    /** Returns the unchanged bytes of a document as {@code application/octet-stream}. */
    public static HttpEntity octetStream(Document source) {
        return new Body("application/octet-stream").document(source);
    }

    /** Returns a short text as {@code text/plain}. */
    public static HttpEntity text(String text) {
        return new Body("text/plain").bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns serialized JSON as {@code application/json}. */
    public static HttpEntity json(byte[] json) {
        return new Body("application/json").bytes(json);
    }

    /**
     * Returns JSON that contains a document as a Base64 text.
     *
     * @param before the JSON up to and including the quote that opens the Base64 text
     * @param source the document
     * @param after the JSON from the closing quote on
     */
    public static HttpEntity jsonAroundBase64(byte[] before, Document source, byte[] after) {
        return new Body("application/json").bytes(before).base64(source).bytes(after);
    }

    /**
     * Builder of a {@code multipart/form-data} body, which is streamed when it is sent. File names are sent as UTF-8 in the
     * plain {@code filename} parameter, as browsers do. Not thread-safe.
     */
    public static final class MultipartForm {
        private final String boundary = "docproc-" + UUID.randomUUID();
        private final Body body = new Body("multipart/form-data; boundary=" + boundary);

        /** Adds a document as a part with a file name. */
        public MultipartForm file(String name, String fileName, String mediaType, Document source) {
            String quoted = fileName.replace("\"", "%22").replaceAll("[\\r\\n]", " ");
            startPart(name + "\"; filename=\"" + quoted, mediaType)
                    .document(source)
                    .bytes(utf8("\r\n"));
            return this;
        }

        /** Adds a part of plain text. */
        public MultipartForm text(String name, String value) {
            startPart(name, "text/plain; charset=UTF-8").bytes(utf8(value + "\r\n"));
            return this;
        }

        /** Adds a part of JSON. */
        public MultipartForm json(String name, byte[] json) {
            startPart(name, "application/json").bytes(json).bytes(utf8("\r\n"));
            return this;
        }

        private Body startPart(String name, String mediaType) {
            return body.bytes(utf8(String.join(
                    "\r\n",
                    "--" + boundary,
                    "Content-Disposition: form-data; name=\"" + name + "\"",
                    "Content-Type: " + mediaType,
                    "",
                    "")));
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        /** Returns the body with all parts. To be called once. */
        public HttpEntity build() {
            return body.bytes(utf8("--" + boundary + "--\r\n"));
        }
    }

    /**
     * A body of bytes and documents, one after the other. Repeatable, so that the client can authenticate at a proxy and
     * send it again.
     */
    static final class Body extends AbstractHttpEntity {
        private final List<Part> parts = new ArrayList<>();

        Body(String contentType) {
            super(contentType, null);
        }

        private record Part(OptionalLong length, IOConsumer<OutputStream> writer) {}

        Body bytes(byte[] bytes) {
            parts.add(new Part(OptionalLong.of(bytes.length), out -> out.write(bytes)));
            return this;
        }

        Body document(Document source) {
            parts.add(new Part(source.length(), out -> copy(source, out)));
            return this;
        }

        Body base64(Document source) {
            OptionalLong length = source.length().isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(4 * ((source.length().getAsLong() + 2) / 3));
            parts.add(new Part(length, out -> copy(source, base64(out))));
            return this;
        }

        /** Encodes whole arrays, several times faster than the stream of {@link Base64.Encoder#wrap}. */
        private static OutputStream base64(OutputStream body) {
            return new FilterOutputStream(body) {
                private byte[] encoded = {};

                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                    byte[] block = count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
                    // Only the last block is smaller than the first one.
                    encoded = encoded.length == 0 ? new byte[(count + 2) / 3 * 4] : encoded;
                    out.write(encoded, 0, Base64.getEncoder().encode(block, encoded));
                }
            };
        }

        /** The buffer is not larger than the document, because most documents of a busy route are small. */
        private static void copy(Document source, OutputStream out) throws IOException {
            byte[] buffer = new byte[(int) Math.min(BUFFER, source.length().orElse(BUFFER) / 3 * 3 + 3)];
            try (InputStream in = open(source)) {
                for (int count = read(in, buffer); count > 0; count = read(in, buffer)) {
                    out.write(buffer, 0, count);
                }
            }
        }

        private static InputStream open(Document source) {
            try {
                return source.open();
            } catch (IOException | Error e) {
                throw new UnreadableDocumentException(e);
            }
        }

        private static int read(InputStream in, byte[] buffer) {
            try {
                return in.readNBytes(buffer, 0, buffer.length);
            } catch (IOException | Error e) {
                throw new UnreadableDocumentException(e);
            }
        }

        @Override
        public long getContentLength() {
            return parts.stream().allMatch(part -> part.length().isPresent())
                    ? parts.stream()
                            .mapToLong(part -> part.length().getAsLong())
                            .sum()
                    : -1;
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }

        @Override
        public boolean isStreaming() {
            return false;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            for (Part part : parts) {
                part.writer().accept(out);
            }
        }

        /** Returns the whole body, for a logger of camel-http. */
        @Override
        public InputStream getContent() throws IOException {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            writeTo(content);
            return new ByteArrayInputStream(content.toByteArray());
        }

        @Override
        public void close() {}
    }

    /**
     * The document to send could not be read. Distinguishes a failure of the document from one of the connection, and
     * keeps an {@link Error} of a document from closing the connections of all calls.
     */
    static final class UnreadableDocumentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnreadableDocumentException(Throwable cause) {
            super(cause instanceof IOException ? cause.getMessage() : cause.toString(), cause);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ParameterError;
import io.docproc.local.ServiceException;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.util.Headers;
import io.undertow.util.MultipartParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A {@code multipart/form-data} body whose document has gone to a file while it was read. */
public final class MultipartForm {
    private static final String FILE = "file";
    private static final int CHUNK = 16 * 1024;
    private static final int NO_FILE = 40305;

    private final Map<String, TextPart> texts;
    private final Optional<FilePart> file;

    private MultipartForm(PartSpooler parts) {
        this.texts = parts.texts();
        this.file = parts.file();
    }

    /** The part {@code file}. */
    public record FilePart(Path path, String fileName) {}

    /** Any other part, read as UTF-8. */
    public record TextPart(String contentType, String value) {}

    /**
     * Reads a form.
     *
     * @param allowed names of the parts there may be
     * @param maxBytes how long the document may be
     * @throws ServiceException 40305 if the body is no form, 40004 if it is malformed or has another part, 40302 if the
     *     document is too long
     */
    public static MultipartForm read(Call call, Set<String> allowed, long maxBytes) throws IOException {
        String contentType = call.contentType().orElse("none");
        String boundary = Headers.extractQuotedValueFromHeader(contentType, "boundary");
        if (!call.mediaType().equals("multipart/form-data") || boundary == null) {
            throw new ServiceException(
                    NO_FILE, "File not uploaded: Content-Type is " + contentType + ", not multipart/form-data");
        }
        PartSpooler parts = new PartSpooler(call.tempFiles(), allowed, maxBytes);
        try (parts;
                ByteBufferPool pool = new DefaultByteBufferPool(false, CHUNK)) {
            MultipartParser.ParseState parser = MultipartParser.beginParse(
                    pool, parts, boundary.getBytes(StandardCharsets.US_ASCII), StandardCharsets.UTF_8.name());
            byte[] chunk = new byte[CHUNK];
            int length;
            while ((length = call.body().read(chunk)) >= 0) {
                feed(parser, ByteBuffer.wrap(chunk, 0, length));
            }
            if (!parser.isComplete()) {
                throw ParameterError.of("body", "cut short", "a form that ends with its boundary");
            }
        }
        return new MultipartForm(parts);
    }

    /** The document, if there was one. */
    public Optional<FilePart> file() {
        return file;
    }

    /** A part other than the document. */
    public Optional<TextPart> text(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    private static void feed(MultipartParser.ParseState parser, ByteBuffer chunk) {
        try {
            parser.parse(chunk);
        } catch (IOException e) {
            throw ParameterError.of("body", "malformed", "a multipart/form-data form");
        }
    }

    static boolean isFile(String name) {
        return FILE.equals(name);
    }
}

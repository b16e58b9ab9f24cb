/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.util.Headers;
import io.undertow.util.MultipartParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A {@code multipart/form-data} body.
 *
 * @param texts the parts other than the document, by name
 * @param file the part {@code file}
 */
record MultipartForm(Map<String, TextPart> texts, Optional<FilePart> file) {
    private static final int BUFFER_BYTES = 16 * 1024;

    /** The part {@code file}. */
    record FilePart(RequestDocument document, String fileName) {}

    /** Any other part, decoded as UTF-8. */
    record TextPart(String contentType, String value) {}

    static MultipartForm read(IncomingCall call, Set<String> allowed) throws IOException {
        String contentType = call.shownContentType();
        String boundary = Headers.extractQuotedValueFromHeader(contentType, "boundary");
        if (!call.mediaType().equals("multipart/form-data") || boundary == null) {
            throw UploadRules.noFile("Content-Type is " + contentType + ", not multipart/form-data");
        }
        PartCollector parts = new PartCollector(call.files(), allowed);
        try (parts;
                ByteBufferPool pool = new DefaultByteBufferPool(false, BUFFER_BYTES)) {
            MultipartParser.ParseState parser = MultipartParser.beginParse(
                    pool, parts, boundary.getBytes(StandardCharsets.US_ASCII), StandardCharsets.UTF_8.name());
            byte[] chunk = new byte[BUFFER_BYTES];
            int length;
            while ((length = call.body().read(chunk)) >= 0) {
                feed(parser, ByteBuffer.wrap(chunk, 0, length));
            }
            if (!parser.isComplete()) {
                throw ParameterError.of("body", "incomplete", "a form that ends with its boundary");
            }
        }
        return new MultipartForm(parts.texts(), parts.file());
    }

    Optional<TextPart> text(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    private static void feed(MultipartParser.ParseState parser, ByteBuffer chunk) {
        try {
            parser.parse(chunk);
        } catch (IOException e) {
            throw ParameterError.of("body", "malformed", "a multipart/form-data form");
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.ContentSource;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.hc.core5.http.HttpEntity;

/**
 * Builder of a {@code multipart/form-data} body, which is streamed when it is sent. File names are sent as UTF-8 in the
 * plain {@code filename} parameter, as browsers do. Not thread-safe.
 */
public final class MultipartForm {
    private final String boundary = "docproc-" + UUID.randomUUID();
    private final RequestBodies.Body body = new RequestBodies.Body("multipart/form-data; boundary=" + boundary);

    /** Adds a document as a part with a file name. */
    public MultipartForm file(String name, String fileName, String mediaType, ContentSource source) {
        String quoted = fileName.replace("\"", "%22").replaceAll("[\\r\\n]", " ");
        startPart(name + "\"; filename=\"" + quoted, mediaType).document(source).bytes(utf8("\r\n"));
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

    private RequestBodies.Body startPart(String name, String mediaType) {
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

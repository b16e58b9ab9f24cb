/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.hc.client5.http.entity.mime.AbstractContentBody;
import org.apache.hc.client5.http.entity.mime.ByteArrayBody;
import org.apache.hc.client5.http.entity.mime.ContentBody;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.client5.http.entity.mime.MultipartPartBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A {@code multipart/form-data} body, streamed. File names go out as UTF-8 in the plain {@code filename} parameter, as
 * browsers send them.
 */
public final class MultipartForm {
    private final String boundary = "docproc-" + UUID.randomUUID();
    private final MultipartEntityBuilder parts = MultipartEntityBuilder.create()
            .setMode(HttpMultipartMode.EXTENDED)
            .setContentType(ContentType.create("multipart/mixed"))
            .setBoundary(boundary);
    private boolean repeatable = true;

    /** Adds a document as a part with a file name. */
    public MultipartForm file(String name, String fileName, String mediaType, ContentSource source) {
        repeatable &= source.repeatable();
        String disposition = "form-data; name=\"" + name + "\"; filename=\"" + quoted(fileName) + "\"";
        return part(disposition, new SourceBody(source, ContentType.create(mediaType)), mediaType);
    }

    /** Adds a part of plain text. */
    public MultipartForm text(String name, String value) {
        ContentBody body = new ByteArrayBody(value.getBytes(StandardCharsets.UTF_8), ContentType.TEXT_PLAIN, null);
        return part("form-data; name=\"" + name + "\"", body, "text/plain; charset=UTF-8");
    }

    /** Adds a part of JSON. */
    public MultipartForm json(String name, byte[] json) {
        ContentBody body = new ByteArrayBody(json, ContentType.APPLICATION_JSON, null);
        return part("form-data; name=\"" + name + "\"", body, "application/json");
    }

    private MultipartForm part(String disposition, ContentBody body, String contentType) {
        parts.addPart(MultipartPartBuilder.create(body)
                .setHeader("Content-Disposition", disposition)
                .setHeader("Content-Type", contentType)
                .build());
        return this;
    }

    private static String quoted(String fileName) {
        return fileName.replace("\"", "%22").replaceAll("[\\r\\n]", " ");
    }

    /** The body with all parts. */
    public HttpEntity build() {
        String contentType = "multipart/form-data; boundary=" + boundary;
        return new HttpEntityWrapper(RequestBodies.repeatableAs(repeatable, parts.build())) {
            @Override
            public String getContentType() {
                return contentType;
            }
        };
    }

    private static final class SourceBody extends AbstractContentBody {
        private final ContentSource source;

        SourceBody(ContentSource source, ContentType contentType) {
            super(contentType);
            this.source = source;
        }

        @Override
        public String getFilename() {
            return null;
        }

        @Override
        public long getContentLength() {
            return source.length().orElse(-1);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            RequestBodies.copy(source, out);
        }
    }
}

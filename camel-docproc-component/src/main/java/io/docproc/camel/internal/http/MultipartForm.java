/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.ContentSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
 * Builder of a {@code multipart/form-data} body, which is streamed when it is sent. File names are sent as UTF-8 in the
 * plain {@code filename} parameter, as browsers do. Not thread-safe.
 */
public final class MultipartForm {
    private final String boundary = "docproc-" + UUID.randomUUID();
    private final MultipartEntityBuilder parts = MultipartEntityBuilder.create()
            .setMode(HttpMultipartMode.EXTENDED)
            .setContentType(ContentType.create("multipart/mixed"))
            .setBoundary(boundary);
    private final List<PrefetchedSource> documents = new ArrayList<>();

    /** Adds a document as a part with a file name. */
    public MultipartForm file(String name, String fileName, String mediaType, ContentSource source) {
        PrefetchedSource prefetched = new PrefetchedSource(source);
        documents.add(prefetched);
        String disposition = "form-data; name=\"" + name + "\"; filename=\"" + quoted(fileName) + "\"";
        return part(disposition, new SourceBody(prefetched, ContentType.create(mediaType)), mediaType);
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

    /** Returns the body with all parts. */
    public HttpEntity build() {
        String contentType = "multipart/form-data; boundary=" + boundary;
        HttpEntity form = new HttpEntityWrapper(parts.build()) {
            @Override
            public String getContentType() {
                return contentType;
            }
        };
        return new DocumentEntity(form, documents);
    }

    private static final class SourceBody extends AbstractContentBody {
        private final PrefetchedSource document;

        SourceBody(PrefetchedSource document, ContentType contentType) {
            super(contentType);
            this.document = document;
        }

        @Override
        public String getFilename() {
            return null;
        }

        @Override
        public long getContentLength() {
            return document.source().length().orElse(-1);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            RequestBodies.copy(document, out);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;

/**
 * A response body that is read up to a limit. Keeps the first bytes for the exception message in case the response is
 * not the service's. To close it has no effect: closing the stream of the connection would read it to its end, so the
 * client closes the response instead.
 */
final class BoundedBody extends InputStream {
    private static final int EXCERPT = 200;
    /** Bytes kept beyond the excerpt, so that a secret at its end is complete and can be masked. */
    private static final int MARGIN = 256;

    private static final long ERROR_LIMIT = 1024L * 1024;

    private final InputStream in;
    private final long limit;
    private final String contentType;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private long count;
    private boolean complete;

    private BoundedBody(InputStream in, long limit, String contentType) {
        this.in = in;
        this.limit = limit;
        this.contentType = contentType;
    }

    static BoundedBody of(ClassicHttpResponse response, long limit) throws IOException {
        InputStream in = response.getEntity() == null
                ? InputStream.nullInputStream()
                : response.getEntity().getContent();
        Header type = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
        return new BoundedBody(
                in,
                response.getCode() < 300 ? limit : Math.min(limit, ERROR_LIMIT),
                type == null ? "" : type.getValue());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        if (read > 0) {
            count += read;
            if (count > limit) {
                throw new ResponseTooLargeException(limit);
            }
            if (beginning.size() < EXCERPT + MARGIN) {
                beginning.write(bytes, offset, Math.min(read, EXCERPT + MARGIN - beginning.size()));
            }
        }
        complete |= read < 0;
        return read;
    }

    /** Returns whether the body was read to its end. Only then can the connection be reused. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Returns the beginning of the body on one line, at most 200 characters, without secrets and control characters.
     */
    String beginning(Redaction redaction) {
        return printable(beginning.toString(StandardCharsets.UTF_8), redaction);
    }

    /** Returns the content type of the response without secrets; empty if the response has none. */
    String contentType(Redaction redaction) {
        return printable(contentType, redaction);
    }

    private static String printable(String value, Redaction redaction) {
        String text = redaction.apply(value).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return text.substring(0, Math.min(EXCERPT, text.length()));
    }

    /** The response has more bytes than its call allows. */
    static final class ResponseTooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        ResponseTooLargeException(long limit) {
            super("the response has more than the allowed " + limit + " bytes");
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** An answer's bytes: read up to a limit, their beginning kept for the message when they turn out not to be an answer. */
final class AnswerBody extends FilterInputStream {
    private static final int EXCERPT = 200;
    /** Kept beyond the excerpt, so that a secret at its edge is there whole and can be masked. */
    private static final int MARGIN = 256;

    private static final long ERROR_LIMIT = 1024L * 1024;

    private final long limit;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private long count;
    private boolean ended;

    private AnswerBody(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    static AnswerBody of(ClassicHttpResponse response, long limit) throws IOException {
        InputStream in = response.getEntity() == null
                ? InputStream.nullInputStream()
                : response.getEntity().getContent();
        return new AnswerBody(in, response.getCode() < 300 ? limit : Math.min(limit, ERROR_LIMIT));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        if (read > 0) {
            count += read;
            if (count > limit) {
                throw new AnswerTooLongException(limit);
            }
            if (beginning.size() < EXCERPT + MARGIN) {
                beginning.write(bytes, offset, Math.min(read, EXCERPT + MARGIN - beginning.size()));
            }
        }
        ended |= read < 0;
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Does nothing: closing the connection's stream would read it to its end, and the client closes it as it should. */
    @Override
    public void close() {}

    /** Whether everything was read: only then can the connection serve again. */
    boolean ended() {
        return ended;
    }

    /** What the body begins with, in printable characters on one line, without secrets. */
    String beginning(Redaction redaction) {
        String text = redaction
                .apply(beginning.toString(StandardCharsets.UTF_8))
                .replaceAll("[\\p{Cntrl}\\s]+", " ")
                .strip();
        return text.substring(0, Math.min(EXCERPT, text.length()));
    }

    /** More bytes than an answer to this call can have. */
    static final class AnswerTooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        AnswerTooLongException(long limit) {
            super("the answer is longer than the " + limit + " bytes that are read");
        }
    }
}

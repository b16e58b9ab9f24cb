/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.ServiceFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElement;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicHeaderValueParser;
import org.apache.hc.core5.http.message.ParserCursor;
import org.apache.hc.core5.net.PercentCodec;

/**
 * A response that is being received.
 *
 * @param call the call, whose redaction masks secrets that the response may quote
 * @param httpStatus the HTTP status
 * @param requestId the {@code x-request-id} header; empty if there is none
 * @param fileName the name of the file in the body, as the response gives it; empty if it gives none
 * @param body the body, limited in length; can be read once; the client closes it
 * @param retryAfter the time after which the service accepts calls again; zero if it is unknown
 * @param readUntilFailure receives what was read of the envelope before the response became unreadable
 */
public record ServiceResponse(
        ServiceCall call,
        int httpStatus,
        String requestId,
        String fileName,
        InputStream body,
        Duration retryAfter,
        AtomicReference<ServiceFailure> readUntilFailure) {

    /** Creates a response that requests no wait. */
    public ServiceResponse(ServiceCall call, int httpStatus, String requestId, String fileName, InputStream body) {
        this(call, httpStatus, requestId, fileName, body, Duration.ZERO, new AtomicReference<>());
    }

    /** Returns the operation that made the call. */
    public String operation() {
        return call.operation();
    }

    /** Returns the HTTP method of the call. */
    public ServiceCall.Method method() {
        return call.method();
    }

    /** Returns the redaction that masks secrets. */
    public Redaction redaction() {
        return call.redaction();
    }

    /** Returns the same response with another body. */
    public ServiceResponse withBody(InputStream other) {
        return new ServiceResponse(call, httpStatus, requestId, fileName, other, retryAfter, readUntilFailure);
    }

    /** Returns the details of a call during the reading of whose response an error occurs; the error follows. */
    public ServiceFailure unreadable() {
        return new ServiceFailure(operation(), 0, "", requestId, httpStatus, method().name())
                .withReason("the response has arrived, and reading it failed with ");
    }

    /** Describes a response that has no envelope of the service: its status, its content type and how it begins. */
    String describeForeign() {
        String type = body instanceof Body bounded ? bounded.contentType(redaction()) : "";
        return foreign(httpStatus, type) + "; it begins: " + excerpt();
    }

    /** Returns the first words about a response that another server has sent. */
    static String foreign(int httpStatus, String contentType) {
        return "the response is not the service's (HTTP status " + httpStatus + ", content type "
                + (contentType.isEmpty() ? "not given" : contentType) + ")";
    }

    /** Returns the number of bytes in the body; 0 or less if it is unknown. */
    public long length() {
        return body instanceof Body bounded ? bounded.length : 0;
    }

    /** Returns the parameter {@code filename*} in its encoding, if it can be read, else {@code filename}. */
    private static String fileName(Header disposition) {
        String value = Objects.requireNonNullElse(disposition.getValue(), "");
        Map<String, String> names = new HashMap<>();
        for (HeaderElement element :
                BasicHeaderValueParser.INSTANCE.parseElements(value, new ParserCursor(0, value.length()))) {
            for (NameValuePair parameter : element.getParameters()) {
                names.put(
                        parameter.getName().toLowerCase(Locale.ROOT),
                        Objects.requireNonNullElse(parameter.getValue(), ""));
            }
        }
        String[] encoded = names.getOrDefault("filename*", "").split("'", 3);
        if (encoded.length == 3) {
            try {
                return PercentCodec.decode(encoded[2], Charset.forName(encoded[0]));
            } catch (IllegalArgumentException e) {
                // No charset, or no percent-encoding
            }
        }
        return names.getOrDefault("filename", "");
    }

    /** Returns the first bytes read from the body as text, shortened and without secrets. */
    public String excerpt() {
        return body instanceof Body bounded ? bounded.beginning(redaction()) : "";
    }

    /**
     * Reads a response while it is received.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads the body of the response.
         *
         * @param response the response, whose body is read once
         * @throws IOException if the body cannot be read or is not the service's; the client converts it to a
         *     {@link io.docproc.camel.error.DocprocException}
         */
        T read(ServiceResponse response) throws IOException;
    }

    /**
     * A response body that is read up to a limit. Keeps the first bytes for the exception message in case the response is
     * not the service's. To close it has no effect: closing the stream of the connection would read it to its end, so the
     * client closes the response instead.
     */
    static final class Body extends InputStream {
        private static final int EXCERPT = 200;
        /** Bytes kept beyond the excerpt, so that a secret at its end is complete and can be masked. */
        private static final int MARGIN = 256;

        private static final long ERROR_LIMIT = 1024L * 1024;

        private final InputStream in;
        private final long limit;
        private final String contentType;
        private final Header disposition;
        private final long length;
        private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
        private long count;
        private boolean complete;

        private Body(InputStream in, long limit, String contentType, Header disposition, long length) {
            this.in = in;
            this.limit = limit;
            this.contentType = contentType;
            this.disposition = disposition;
            this.length = length;
        }

        static Body of(ClassicHttpResponse response, long limit) throws IOException {
            InputStream in = response.getEntity() == null
                    ? InputStream.nullInputStream()
                    : response.getEntity().getContent();
            Header type = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
            return new Body(
                    in,
                    response.getCode() < 300 ? limit : Math.min(limit, ERROR_LIMIT),
                    type == null ? "" : type.getValue(),
                    response.getFirstHeader("Content-Disposition"),
                    response.getEntity() == null ? 0 : response.getEntity().getContentLength());
        }

        String fileName() {
            return disposition == null ? "" : ServiceResponse.fileName(disposition);
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
            String text = redaction.apply(value).replaceAll("\\s+", " ").strip();
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
}

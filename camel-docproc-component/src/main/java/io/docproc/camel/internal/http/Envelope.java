/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.UnreadableJsonException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fields of a response other than its payload (interface document, "Resources and their fields").
 *
 * @param operation the operation that made the call
 * @param method the HTTP method of the call
 * @param httpStatus the HTTP status of the response
 * @param code the service's code: 200 for success, 0 if the response has none
 * @param message the service's message from the field {@code message} or {@code msg}, possibly followed by a detail
 * @param foreign description of a response without a code, which is not the service's; empty if it has a code
 * @param requestId the {@code x_request_id} of the body, else of the HTTP header; empty if there is none
 * @param version the service's version; empty if there is none
 * @param duration the service's processing time in milliseconds; empty if there is none
 */
public record Envelope(
        String operation,
        ServiceCall.Method method,
        int httpStatus,
        int code,
        String message,
        String foreign,
        String requestId,
        String version,
        Optional<BigDecimal> duration) {

    private static final int SUCCESS = 200;

    /** Reads the payload of a response. */
    @FunctionalInterface
    public interface PayloadReader {
        /**
         * Reads a top-level object or array. The parser is at its first token, and must be at its last token
         * afterwards.
         *
         * @throws IOException if the body cannot be read
         */
        void read(String field, JsonParser parser) throws IOException;

        /**
         * Reads a top-level scalar, including those of the envelope. The parser is at its token and must stay there.
         *
         * @throws IOException if the body cannot be read
         */
        default void readScalar(String field, JsonParser parser) throws IOException {}
    }

    /**
     * Reads a response to its end in one pass: keeps the envelope and passes the payload to a reader without storing it.
     * Accepts fields in any order. Ignores an envelope field of an unexpected type.
     *
     * @param payload reads every top-level object and array, for example {@code result} and {@code data}
     * @throws IOException if the body cannot be read
     * @throws UnreadableJsonException if the body is not exactly one JSON object, or has no numeric code while the HTTP
     *     status is below 400
     */
    public static Envelope scan(ServiceResponse response, JsonParser parser, PayloadReader payload) throws IOException {
        Envelope envelope = scanResult(response, parser, payload);
        if (envelope.code == 0 && response.httpStatus() < 400) {
            throw new UnreadableJsonException("the response has no numeric 'code'");
        }
        return envelope;
    }

    /** Reads a downloaded result like {@link #scan}; it may have no code. */
    public static Envelope scanResult(ServiceResponse response, JsonParser parser, PayloadReader payload)
            throws IOException {
        return new Scanner(response).scan(parser, payload);
    }

    /** Returns whether the service reports success. */
    public boolean succeeded() {
        return code == SUCCESS && httpStatus < 300;
    }

    /**
     * Returns this envelope with a detail appended to its message. Ignores a blank detail and one that equals the
     * message.
     */
    public Envelope withDetail(Optional<String> detail) {
        return detail.filter(text -> !text.isBlank() && !text.equals(message))
                .map(text -> new Envelope(
                        operation,
                        method,
                        httpStatus,
                        code,
                        message.isEmpty() ? text : message + ": " + text,
                        foreign,
                        requestId,
                        version,
                        duration))
                .orElse(this);
    }

    /** Returns the data of this response for an exception. */
    public ServiceFailure failure() {
        return new ServiceFailure(operation, code, message, requestId, httpStatus, method.name()).withReason(foreign);
    }

    /**
     * Checks that the call succeeded.
     *
     * @param partialResponse supplies the response for a {@link DocprocPartialFailureException} (code 50207)
     * @throws DocprocException the exception for the code, or for the HTTP status, if the call did not succeed
     */
    public void requireSuccess(Supplier<?> partialResponse) {
        if (isPartial()) {
            throw new DocprocPartialFailureException(
                    failure().withAdvice(ErrorCode.PARTIAL_FAILURE.advice(operation)), partialResponse.get());
        }
        if (!succeeded()) {
            throw ErrorCode.exceptionFor(failure());
        }
    }

    /** Returns whether the service processed only a part of the document (code 50207). */
    public boolean isPartial() {
        return code == ErrorCode.PARTIAL_FAILURE.code();
    }

    /** Returns whether a code is an error of the interface document, other than a partial failure. */
    static boolean isError(int code) {
        return ErrorCode.of(code).isPresent() && code != ErrorCode.PARTIAL_FAILURE.code();
    }

    /** Collects the fields of the envelope. */
    private static final class Scanner {
        /** A longer number is not a code and takes long to convert. */
        private static final int MAX_CODE_LENGTH = 30;

        private static final int MAX_DECIMAL_LENGTH = 100;

        private final ServiceResponse response;
        private int code;
        private String message = "";
        private String msg = "";
        private String requestId;
        private String version = "";
        private Optional<BigDecimal> duration = Optional.empty();

        Scanner(ServiceResponse response) {
            this.response = response;
            this.requestId = response.requestId();
        }

        Envelope scan(JsonParser parser, PayloadReader payload) throws IOException {
            try {
                JsonResponses.readObject(parser, (field, value) -> {
                    if (value.currentToken() != null && value.currentToken().isStructStart()) {
                        payload.read(field, value);
                    } else {
                        readScalar(field, value, payload);
                    }
                });
            } catch (IOException e) {
                response.readUntilFailure().set(envelope().failure());
                throw e;
            }
            return envelope();
        }

        private Envelope envelope() {
            return new Envelope(
                    response.operation(),
                    response.method(),
                    response.httpStatus(),
                    code,
                    code == 0 ? "" : nonBlank(message, msg),
                    code == 0 ? response.describeForeign() : "",
                    requestId,
                    version,
                    duration);
        }

        private void readScalar(String field, JsonParser parser, PayloadReader payload) throws IOException {
            payload.readScalar(field, parser);
            switch (field) {
                case "code" -> code = integer(parser);
                case "message" -> message = text(parser);
                case "msg" -> msg = text(parser);
                case "version" -> version = text(parser);
                case "x_request_id" -> requestId = nonBlank(text(parser), requestId);
                case "traceId" -> requestId = nonBlank(requestId, text(parser));
                case "duration" -> duration = decimal(parser);
                default -> {}
            }
        }

        private String text(JsonParser parser) throws IOException {
            return response.redaction().quotation(parser.getValueAsString(""));
        }

        private static String nonBlank(String text, String fallback) {
            return text.isBlank() ? fallback : text;
        }

        private static int integer(JsonParser parser) throws IOException {
            try {
                boolean possible = !parser.currentToken().isBoolean() && parser.getTextLength() <= MAX_CODE_LENGTH;
                return possible ? parser.getValueAsInt(0) : 0;
            } catch (InputCoercionException e) {
                return 0;
            }
        }

        private static Optional<BigDecimal> decimal(JsonParser parser) throws IOException {
            try {
                return Optional.ofNullable(parser.getValueAsString())
                        .filter(text -> text.length() <= MAX_DECIMAL_LENGTH)
                        .map(BigDecimal::new);
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }
}

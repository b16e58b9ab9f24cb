/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Response that is a file of any type, or an error of the service. A file may be JSON with a {@code code} of its own, so
 * a response with a 2xx status is an error only if it has the envelope of one: a short object with a numeric code other
 * than 200, a message, and no payload.
 */
final class FileResponse {
    private static final int MAX_ERROR_BYTES = 64 * 1024;
    private static final int HTTP_ERROR = 300;
    private static final int NOT_FOUND = 404;
    private static final Set<String> MESSAGES = Set.of("message", "msg");
    private static final Set<String> PAYLOADS = Set.of("data", "result");

    private final ServiceResponse response;
    private final SpoolingOutputStream spool;
    private final Fields fields = new Fields();

    private FileResponse(ServiceResponse response, SpoolingOutputStream spool) {
        this.response = response;
        this.spool = spool;
    }

    /**
     * Spools a response and returns it as a stream cache.
     *
     * @throws io.docproc.camel.error.DocprocException if the response is an error
     * @throws IOException if the response cannot be read, or is an HTTP error without an envelope
     */
    static OperationResult read(ServiceResponse response, SpoolingOutputStream spool) throws IOException {
        try (spool) {
            response.body().transferTo(spool);
        }
        return new FileResponse(response, spool).result();
    }

    private OperationResult result() throws IOException {
        Optional<Envelope> envelope = envelope();
        envelope.filter(this::isError).ifPresent(this::fail);
        return envelope.filter(parsed -> parsed.succeeded() || fields.haveCodeAndMessage())
                .map(parsed -> OperationResult.of(spool.content(), parsed))
                .orElseGet(() -> new OperationResult(spool.content(), Map.of(ResultHeader.REQUEST_ID, requestId())));
    }

    private Optional<Envelope> envelope() throws IOException {
        try (InputStream json = (InputStream) spool.content();
                JsonParser parser = JsonResponses.open(json)) {
            return Optional.of(Envelope.scan(response, parser, fields));
        } catch (JsonProcessingException e) {
            if (response.httpStatus() == NOT_FOUND) {
                throw missing(new ServiceFailure(
                        response.operation(),
                        0,
                        "",
                        response.requestId(),
                        NOT_FOUND,
                        response.method().name()));
            }
            if (response.httpStatus() >= HTTP_ERROR) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private boolean isError(Envelope envelope) {
        boolean isErrorEnvelope = !envelope.succeeded()
                && fields.haveCodeAndMessage()
                && !fields.payload
                && spool.length() <= MAX_ERROR_BYTES;
        return envelope.httpStatus() >= HTTP_ERROR || isErrorEnvelope;
    }

    /** Returns the exception for HTTP status 404 without a known code, with which the service refuses a download. */
    private static DocprocException missing(ServiceFailure failure) {
        String reason =
                "the service has no file at this address; check the path and the id: a file may have expired, or"
                        + " belong to another account";
        return new DocprocInvalidRequestException(failure.withReason(
                failure.message().isEmpty() ? reason : reason + "; the service says: " + failure.message()));
    }

    private void fail(Envelope envelope) {
        if (envelope.httpStatus() == NOT_FOUND && ErrorCode.of(envelope.code()).isEmpty()) {
            throw missing(envelope.failure());
        }
        if (envelope.isPartial() || envelope.httpStatus() >= HTTP_ERROR) {
            envelope.requireSuccess(spool::content);
        }
        ServiceFailure failure = envelope.failure();
        throw ErrorCode.exceptionFor(
                failure.withReason(failure.description() + "; the response begins: " + response.excerpt()));
    }

    private Optional<String> requestId() {
        return Optional.of(response.requestId()).filter(id -> !id.isEmpty());
    }

    /** Records which fields of an envelope a response has. */
    private static final class Fields implements Envelope.PayloadReader {
        private boolean code;
        private boolean message;
        private boolean payload;

        boolean haveCodeAndMessage() {
            return code && message;
        }

        /** A payload object is more than the detail of an error, which is in {@code data.message}. */
        @Override
        public void read(String field, JsonParser parser) throws IOException {
            if (!PAYLOADS.contains(field)) {
                parser.skipChildren();
                return;
            }
            boolean array = parser.currentToken() == JsonToken.START_ARRAY;
            JsonToken token = parser.nextToken();
            while (token != null && !token.isStructEnd()) {
                payload |= array || (token == JsonToken.FIELD_NAME && !MESSAGES.contains(parser.currentName()));
                parser.skipChildren();
                token = parser.nextToken();
            }
        }

        @Override
        public void readScalar(String field, JsonParser parser) throws IOException {
            if (field.equals("code")) {
                code = parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
            } else if (MESSAGES.contains(field)) {
                message |= parser.currentToken() == JsonToken.VALUE_STRING;
            } else if (PAYLOADS.contains(field)) {
                payload |= !parser.getValueAsString("").isEmpty();
            }
        }
    }
}

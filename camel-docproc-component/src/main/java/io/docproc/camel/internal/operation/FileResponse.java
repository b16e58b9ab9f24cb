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
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Response that is a file of any type. Notes which fields of an envelope it has, and decodes the file in its payload. */
final class FileResponse implements Envelope.PayloadReader {
    private static final int MAX_ERROR_BYTES = 64 * 1024;
    private static final int HTTP_ERROR = 300;
    private static final int SUCCESS = 200;
    private static final int NOT_FOUND = 404;
    private static final Set<String> MESSAGES = Set.of("message", "msg");
    private static final Set<String> PAYLOADS = Set.of("data", "result");

    /** Names of the members of a payload that are a file as Base64. */
    private static final Set<String> FILES = Set.of("image", "excel", "excel_base64");

    private final Supplier<SpoolingOutputStream> spools;
    private boolean code;
    private boolean message;
    private boolean payload;
    private SpoolingOutputStream file;

    private FileResponse(Supplier<SpoolingOutputStream> spools) {
        this.spools = spools;
    }

    /**
     * Spools a response that is a file of any type, and returns it as a stream cache. A file that the response contains
     * as Base64 is decoded. A file may be JSON with a {@code code} of its own, so a response with a 2xx status is an
     * error only if it has the envelope of one: a short object with a numeric code other than 200, a message, and no
     * payload.
     *
     * @throws DocprocException if the response is an error
     * @throws IOException if the response cannot be read, or is an HTTP error without an envelope
     */
    static Operation.Result read(ServiceResponse response, Supplier<SpoolingOutputStream> spools) throws IOException {
        SpoolingOutputStream spool = spools.get();
        try (spool) {
            response.body().transferTo(spool);
        }
        FileResponse fields = new FileResponse(spools);
        Envelope envelope;
        try (InputStream json = (InputStream) spool.content();
                JsonParser parser = JsonResponses.open(json)) {
            envelope = Envelope.scan(response, parser, fields);
        } catch (JsonProcessingException e) {
            if (response.httpStatus() == NOT_FOUND && isDownload(response)) {
                throw missing(new ServiceFailure(response.operation(), 0, "", response.requestId(), NOT_FOUND, "GET"));
            }
            if (response.httpStatus() >= HTTP_ERROR) {
                throw e;
            }
            return ofFile(response, spool);
        }
        boolean isEnvelope = fields.code && fields.message;
        boolean isError = envelope.httpStatus() >= HTTP_ERROR
                || (!envelope.succeeded() && isEnvelope && !fields.payload && spool.length() <= MAX_ERROR_BYTES);
        if (isError) {
            throw error(envelope, response, spool);
        }
        if (envelope.succeeded() && fields.file != null) {
            return Operation.Result.of(fields.file.content(), "", envelope);
        }
        return envelope.succeeded() || isEnvelope
                ? Operation.Result.of(spool.content(), envelope)
                : ofFile(response, spool);
    }

    private static Operation.Result ofFile(ServiceResponse response, SpoolingOutputStream spool) {
        return new Operation.Result(
                spool.content(), "", Map.of(ResultHeader.REQUEST_ID, Operation.Result.text(response.requestId())));
    }

    private static DocprocException error(Envelope envelope, ServiceResponse response, SpoolingOutputStream spool) {
        ServiceFailure failure = envelope.failure();
        boolean isMissing = envelope.httpStatus() == NOT_FOUND || envelope.code() == NOT_FOUND;
        if (isMissing && isDownload(response) && ErrorCode.of(envelope.code()).isEmpty()) {
            return missing(failure);
        }
        if (envelope.isPartial() || envelope.httpStatus() >= HTTP_ERROR) {
            envelope.requireSuccess(spool::content);
        }
        return ErrorCode.exceptionFor(
                failure.withReason(failure.description() + "; the response begins: " + response.excerpt()));
    }

    /** Returns whether status 404 is a missing file: to a POST, it is the response of a gateway. */
    private static boolean isDownload(ServiceResponse response) {
        return response.method() == ServiceCall.Method.GET;
    }

    /** Returns the exception for status 404 without a known code, with which the service refuses a download. */
    private static DocprocException missing(ServiceFailure failure) {
        String reason =
                "the service has no file at this address; check the path and the id: a file may have expired, or"
                        + " belong to another account";
        return new DocprocInvalidRequestException(failure.withReason(
                failure.message().isEmpty() ? reason : reason + "; the service says: " + failure.message()));
    }

    /** Returns whether a file is no response with another code than 200. */
    static boolean isSuccessful(Operation.Result file) {
        return file.headers()
                .getOrDefault(ResultHeader.CODE, Optional.of(SUCCESS))
                .equals(Optional.of(SUCCESS));
    }

    /** A payload object is more than the detail of an error, which is in {@code data.message}. */
    @Override
    public void read(String field, JsonParser parser) throws IOException {
        if (!PAYLOADS.contains(field)) {
            parser.skipChildren();
            return;
        }
        boolean array = parser.currentToken() == JsonToken.START_ARRAY;
        for (JsonToken token = parser.nextToken(); !token.isStructEnd(); token = parser.nextToken()) {
            payload |= array || (token == JsonToken.FIELD_NAME && !MESSAGES.contains(parser.currentName()));
            if (!array && token == JsonToken.VALUE_STRING && FILES.contains(parser.currentName())) {
                SpoolingOutputStream decoded = spools.get();
                boolean isFile = JsonResponses.decodeBase64(parser, 0, decoded) && decoded.length() > 0;
                file = isFile ? decoded : file;
            }
            parser.skipChildren();
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

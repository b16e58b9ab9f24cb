/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.JsonMember;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.webhook.ResultDownloads.DownloadException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Result that a {@code result_url} refers to: the parsed document itself, or the response envelope of the service
 * around it. The interface document describes both. The route receives the document without an envelope.
 */
final class ResultDocument {
    private static final String SUCCESS = "200";
    private static final int HTTP_OK = 200;
    private static final int MAX_MESSAGE_LENGTH = 500;
    private static final Pattern CODE = Pattern.compile("\\d{1,9}");

    private final String operation;
    private final SpoolingOutputStream spool;
    private final Redaction redaction;
    private final Map<String, JsonMember> topLevel = new HashMap<>();
    private Map<String, JsonMember> members = Map.of();
    private Optional<String> code = Optional.empty();
    private String message = "";
    private String requestId = "";
    private boolean empty = true;
    /** The object {@code data}, else {@code result}. */
    private Optional<JsonMember> payload = Optional.empty();

    private ResultDocument(String operation, SpoolingOutputStream spool, Redaction redaction) {
        this.operation = operation;
        this.spool = spool;
        this.redaction = redaction;
    }

    /**
     * Stores the result while it is received.
     *
     * @param operation the operation that downloads the result
     * @param redaction masks secrets in the envelope
     * @return the document without an envelope; it may be partial
     * @throws UnreadableJsonException if the result is not exactly one JSON object, or contains no document
     * @throws DownloadException if the result is an envelope with an error
     * @throws IOException if the result cannot be read
     */
    static ParsedDocument store(String operation, InputStream body, SpoolingOutputStream spool, Redaction redaction)
            throws IOException {
        ResultDocument document = JsonResponses.spool(body, spool, parser -> {
            ResultDocument read = new ResultDocument(operation, spool, redaction);
            JsonResponses.readObject(parser, read::readMember);
            return read;
        });
        return document.parsed();
    }

    private void readMember(String name, JsonParser parser) throws IOException {
        empty = false;
        switch (name) {
            case "code" -> code = Optional.of(shortened(parser.getText()));
            case "message" -> message = shortened(parser.getText());
            case "x_request_id" -> requestId = shortened(parser.getText());
            default -> {}
        }
        boolean isPayload = name.equals("data") || (name.equals("result") && payload.isEmpty());
        if (isPayload && parser.currentToken() == JsonToken.START_OBJECT) {
            long start = parser.currentTokenLocation().getByteOffset();
            members = JsonMember.members(parser, ParsedDocument.NAMES, ParsedDocument.LOCATED);
            payload = Optional.of(
                    JsonMember.object(start, parser.currentLocation().getByteOffset()));
        } else if (ParsedDocument.NAMES.contains(name)) {
            topLevel.put(name, JsonMember.located(parser));
        } else {
            parser.skipChildren();
        }
    }

    private String shortened(String text) {
        String masked = redaction.apply(text);
        return masked.length() <= MAX_MESSAGE_LENGTH ? masked : masked.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }

    /** Returns the document. An envelope has HTTP status 200 even for an error, so its code is checked. */
    private ParsedDocument parsed() throws IOException {
        if (empty) {
            throw new UnreadableJsonException("the result is an empty JSON object; a parsed document is expected");
        }
        if (code.isEmpty()) {
            return document(0, Optional.of(JsonMember.object(0, spool.length())), topLevel);
        }
        ParsedDocument document = document(numericCode(), payload, members);
        if (!document.isPartial()) {
            requireSuccess();
        }
        return document;
    }

    private ParsedDocument document(int number, Optional<JsonMember> object, Map<String, JsonMember> found) {
        return new ParsedDocument(
                spool, new ServiceFailure(operation, number, message, requestId, HTTP_OK, "GET"), object, found);
    }

    private int numericCode() {
        return code.filter(CODE.asMatchPredicate()).map(Integer::valueOf).orElse(0);
    }

    private void requireSuccess() throws IOException {
        if (!code.equals(Optional.of(SUCCESS))) {
            String text = "the result contains the error code " + code.get() + ": " + message;
            if (numericCode() == 404 || numericCode() == 410) {
                throw DownloadException.expired(text);
            }
            throw isAboutTheJob(numericCode())
                    ? DownloadException.unavailable(text)
                    : new DownloadException(DownloadException.Reason.ERROR, text, numericCode(), HTTP_OK);
        }
        if (payload.isEmpty()) {
            throw new UnreadableJsonException(
                    "the result contains code " + SUCCESS + " but no document in the field data or result: " + message);
        }
    }

    /**
     * Returns whether the error is about the job. Account errors, rate limits, server errors and unknown codes are not.
     */
    private static boolean isAboutTheJob(int code) {
        DocprocException exception = ErrorCode.exceptionFor(ServiceFailure.local("", code, ""));
        return exception instanceof DocprocDocumentException || exception instanceof DocprocInvalidRequestException;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.stream.JsonResponses;
import io.docproc.camel.internal.stream.SpoolingOutputStream;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.camel.StreamCache;

/**
 * Result that a {@code result_url} refers to: the parsed document itself, or the response envelope of the service
 * around it. The interface document describes both. The route receives the document without an envelope.
 */
final class ResultDocument {
    private static final String SUCCESS = "200";
    private static final int MAX_MESSAGE_LENGTH = 500;

    private final SpoolingOutputStream spool;
    private Optional<String> code = Optional.empty();
    private String message = "";
    private boolean empty = true;
    private long dataStart = -1;
    private long dataEnd = -1;

    private ResultDocument(SpoolingOutputStream spool) {
        this.spool = spool;
    }

    /**
     * Stores the result while it is received.
     *
     * @return the document without an envelope
     * @throws UnreadableJsonException if the result is not exactly one JSON object
     * @throws ResultUnavailableException if the result is an envelope with an error about the job
     * @throws IOException if the result is an envelope with another error, or contains no document
     */
    static StreamCache store(InputStream body, SpoolingOutputStream spool) throws IOException {
        ResultDocument document = JsonResponses.spool(body, spool, parser -> {
            ResultDocument read = new ResultDocument(spool);
            JsonResponses.readObject(parser, read::readMember);
            return read;
        });
        document.requireSuccess();
        return document.content();
    }

    private void readMember(String name, JsonParser parser) throws IOException {
        empty = false;
        long start = parser.currentTokenLocation().getByteOffset();
        JsonToken value = parser.currentToken();
        switch (name) {
            case "code" -> code = Optional.of(shortened(parser.getText()));
            case "message" -> message = shortened(parser.getText());
            default -> {}
        }
        parser.skipChildren();
        if (name.equals("data") && value == JsonToken.START_OBJECT) {
            dataStart = start;
            dataEnd = parser.currentLocation().getByteOffset();
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_MESSAGE_LENGTH ? text : text.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }

    /**
     * Throws an exception unless the result contains a document. An envelope has HTTP status 200 even for an error, so
     * its code is checked. A document without an envelope has no code.
     */
    private void requireSuccess() throws IOException {
        if (empty) {
            throw new IOException("the result is an empty JSON object; a parsed document is expected");
        }
        if (code.isPresent() && !code.get().equals(SUCCESS)) {
            String text = "the result contains the error code " + code.get() + ": " + message;
            throw isAboutTheJob(code.get()) ? new ResultUnavailableException(text) : new IOException(text);
        }
        if (code.isPresent() && dataStart < 0) {
            throw new IOException(
                    "the result contains code " + SUCCESS + " but no document in the field data: " + message);
        }
    }

    /**
     * Returns whether the error is about the job. Account errors, rate limits, server errors and unknown codes are not.
     */
    private static boolean isAboutTheJob(String code) {
        if (code.equals("404") || code.equals("410")) {
            return true;
        }
        try {
            DocprocException exception = ErrorCode.exceptionFor(ServiceFailure.local("", Integer.parseInt(code), ""));
            return exception instanceof DocprocDocumentException
                    || exception instanceof DocprocInvalidRequestException
                    || exception instanceof DocprocPartialFailureException;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private StreamCache content() {
        return code.isPresent() ? spool.slice(dataStart, dataEnd) : spool.content();
    }
}

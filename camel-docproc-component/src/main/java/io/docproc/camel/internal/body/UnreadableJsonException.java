/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.stream.Collectors;

/**
 * Invalid or unexpected JSON, reported without a quotation of it. Jackson's exceptions quote parts of their input. Such
 * a part may be a fragment of a secret, which redaction cannot recognize.
 */
public final class UnreadableJsonException extends JsonProcessingException {
    private static final long serialVersionUID = 1L;

    /** @param message the reason, without any of the input */
    public UnreadableJsonException(String message) {
        super(message);
    }

    /** Returns the same failure with its stack trace, but without quotations of the input. */
    public static UnreadableJsonException of(JsonProcessingException failure) {
        if (failure instanceof UnreadableJsonException unreadable) {
            return unreadable;
        }
        UnreadableJsonException stripped = new UnreadableJsonException(description(failure));
        stripped.setStackTrace(failure.getStackTrace());
        return stripped;
    }

    private static String description(JsonProcessingException failure) {
        if (failure instanceof StreamConstraintsException exceeded) {
            return exceeded.getOriginalMessage();
        }
        if (failure instanceof JsonEOFException) {
            return "it is not JSON: it is truncated";
        }
        return failure instanceof JsonMappingException mismatch
                ? "its value does not have the expected type" + location(mismatch)
                : "it is not JSON" + location(failure.getLocation());
    }

    private static String location(JsonLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /** Returns the path of a value that does not fit its type, for a message: {@code " at .items[0].amount"}. */
    public static String location(JsonMappingException mismatch) {
        return mismatch.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining("", " at ", ""));
    }
}

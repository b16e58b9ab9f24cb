/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.stream.Collectors;

/**
 * JSON that is not what it should be, without a word of it. Jackson's exceptions quote pieces of what they read, also
 * pieces of a secret, which nobody recognizes any more.
 */
public final class UnreadableJsonException extends JsonProcessingException {
    private static final long serialVersionUID = 1L;

    /** @param message what is wrong, without anything that was read */
    public UnreadableJsonException(String message) {
        super(message);
    }

    /** The same failure with its stack trace, without what it quotes. */
    public static UnreadableJsonException of(JsonProcessingException failure) {
        if (failure instanceof UnreadableJsonException known) {
            return known;
        }
        UnreadableJsonException stripped = new UnreadableJsonException(description(failure));
        stripped.setStackTrace(failure.getStackTrace());
        return stripped;
    }

    private static String description(JsonProcessingException failure) {
        if (failure instanceof StreamConstraintsException beyondABound) {
            return beyondABound.getOriginalMessage();
        }
        if (failure instanceof JsonEOFException) {
            return "it is not JSON: it is cut off";
        }
        return failure instanceof JsonMappingException misfit
                ? "it is not one value of the type that is expected" + place(misfit)
                : "it is not JSON" + place(failure.getLocation());
    }

    private static String place(JsonLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String place(JsonMappingException misfit) {
        return misfit.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining("", " at ", ""));
    }
}

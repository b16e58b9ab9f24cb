/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Message;

/**
 * Message headers that report the fields of a response other than its payload. The public constants of the component
 * describe them.
 */
public enum ResultHeader {
    REQUEST_ID,
    CODE,
    MESSAGE,
    VERSION,
    DURATION,
    POSITION,
    ANGLE,
    CROPPED_WIDTH,
    CROPPED_HEIGHT,
    ORIGIN_WIDTH,
    ORIGIN_HEIGHT,
    SUCCESS_COUNT,
    JOB_ID,
    STATUS,
    RESULT_URL,
    RESPONSE_FILE_NAME,
    CORRELATION_ID,
    BILLED,
    BILLED_PAGES;

    /** Start of the names of all message headers of the component. */
    public static final String PREFIX = "CamelDocproc";

    private final String headerName =
            Stream.of(name().split("_")).map(ResultHeader::capitalized).collect(Collectors.joining("", PREFIX, ""));

    private static String capitalized(String word) {
        return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the message header, for example {@code CamelDocprocRequestId}. */
    public String headerName() {
        return headerName;
    }

    /** Returns the value of the header of a message; null if there is none. */
    public Object get(Message message) {
        return message.getHeader(headerName);
    }

    /** Sets the header of a message, or removes it if the response does not contain the value. */
    public void set(Message message, Optional<?> value) {
        if (value.isPresent()) {
            message.setHeader(headerName, value.get());
        } else {
            message.removeHeader(headerName);
        }
    }

    /** Removes the result headers of earlier calls. */
    public static void clear(Message message) {
        for (ResultHeader header : values()) {
            message.removeHeader(header.headerName);
        }
    }
}

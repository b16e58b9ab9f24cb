/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Message;

/** Message headers for the parts of a parsed document. Values of an unexpected type set no header. */
enum PartHeaders {
    /** Element: page number, id, type and coordinates. */
    ELEMENT,
    /** Page: page number. */
    PAGE;

    private static final String PAGE_NUMBER = "CamelDocprocPageNumber";
    private static final String ELEMENT_ID = "CamelDocprocElementId";
    private static final String ELEMENT_TYPE = "CamelDocprocElementType";
    private static final String COORDINATES = "CamelDocprocCoordinates";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** Removes the headers of a part, which a message has inside of a split. */
    static void remove(Map<String, Object> headers) {
        List.of(PAGE_NUMBER, ELEMENT_ID, ELEMENT_TYPE, COORDINATES).forEach(headers::remove);
    }

    /** Sets the headers of a part. */
    void set(Map<?, ?> part, Message message) {
        put(message, PAGE_NUMBER, number(part.get("page_number")));
        if (this == ELEMENT) {
            put(message, ELEMENT_ID, scalar(part.get("element_id")));
            put(message, ELEMENT_TYPE, scalar(part.get("type")));
            put(message, COORDINATES, coordinates(part.get("coordinates")));
        }
    }

    private static void put(Message message, String header, Optional<?> value) {
        value.ifPresent(present -> message.setHeader(header, present));
    }

    private static Optional<Integer> number(Object value) {
        if (value instanceof Integer number) {
            return Optional.of(number).filter(page -> page >= 0);
        }
        return value instanceof String text && NUMBER.matcher(text).matches()
                ? Optional.of(Integer.valueOf(text))
                : Optional.empty();
    }

    private static Optional<String> scalar(Object value) {
        return value instanceof String || value instanceof Number ? Optional.of(value.toString()) : Optional.empty();
    }

    /** Returns the coordinates as text, because JMS and HTTP transmit no lists in headers. */
    private static Optional<String> coordinates(Object value) {
        if (!(value instanceof List<?> list) || list.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        for (Object number : list) {
            if (!(number instanceof Number)) {
                return Optional.empty();
            }
            text.append(text.isEmpty() ? "" : ",").append(number);
        }
        return Optional.of(text.toString());
    }
}

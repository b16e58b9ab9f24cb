/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.output;

import io.docproc.camel.internal.http.ResultHeader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Message headers for the parts of a parsed document. Values of an unexpected type set no header. */
enum PartHeaders {
    /** Element: page number, id, type and coordinates. */
    ELEMENT,
    /** Page: page number. */
    PAGE;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** Sets the headers of a part and removes those that it does not have. */
    void set(Map<?, ?> part, Map<String, Object> headers) {
        put(headers, ResultHeader.PAGE_NUMBER, number(part.get("page_number")));
        Map<?, ?> element = this == ELEMENT ? part : Map.of();
        put(headers, ResultHeader.ELEMENT_ID, scalar(element.get("element_id")));
        put(headers, ResultHeader.ELEMENT_TYPE, scalar(element.get("type")));
        put(headers, ResultHeader.COORDINATES, coordinates(element.get("coordinates")));
    }

    private static void put(Map<String, Object> headers, ResultHeader header, Optional<?> value) {
        if (value.isPresent()) {
            headers.put(header.headerName(), value.get());
        } else {
            headers.remove(header.headerName());
        }
    }

    private static Optional<Integer> number(Object value) {
        return scalar(value).filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
    }

    private static Optional<String> scalar(Object value) {
        return value instanceof String || value instanceof Number ? Optional.of(value.toString()) : Optional.empty();
    }

    /** Returns the coordinates as text, because JMS and HTTP transmit no lists in headers. */
    private static Optional<String> coordinates(Object value) {
        return value instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(Number.class::isInstance)
                ? Optional.of(list.stream().map(String::valueOf).collect(Collectors.joining(",")))
                : Optional.empty();
    }
}

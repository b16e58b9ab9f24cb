/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Options {@code query.*} of {@code call}. The parameters of the message are merged over those of the endpoint. A list
 * repeats its parameter, and null removes it.
 */
final class ServiceQuery {
    private static final int MAX_LENGTH = 8_000;

    static final CallOption<Map<?, ?>> OPTION = CallOption.keys(
            "query",
            "names that are not blank, with texts, numbers, booleans, enums, java.time values or lists of them; encoded at most "
                    + MAX_LENGTH + " characters",
            ServiceQuery::isValid);

    private ServiceQuery() {}

    /**
     * Returns a URL with the query of a call.
     *
     * @throws io.docproc.camel.error.DocprocException if the query is too long
     */
    static URI append(URI url, CallOptions options) {
        URI complete = encoded(url, options.keys(OPTION));
        int length = length(complete);
        if (length > MAX_LENGTH) {
            throw options.refusal("the query has " + length + " characters, from the options query.* and the header "
                    + OPTION.headerName() + "; allowed are at most " + MAX_LENGTH
                    + "; send long values in the body of a POST");
        }
        return complete;
    }

    /** Returns whether parameters have names that are not blank, and values that are null or can be sent as one text. */
    static boolean hasOneValueForEachName(Map<?, ?> query) {
        return hasNames(query) && query.values().stream().allMatch(value -> value == null || isScalar(value));
    }

    private static boolean hasNames(Map<?, ?> query) {
        return query.keySet().stream()
                .allMatch(name -> name != null && !name.toString().isBlank());
    }

    private static boolean isValid(Map<?, ?> query) {
        return hasNames(query)
                && query.values().stream().flatMap(ServiceQuery::values).allMatch(ServiceQuery::isScalar)
                && length(encoded(URI.create("/"), query)) <= MAX_LENGTH;
    }

    private static Stream<?> values(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().filter(Objects::nonNull);
        }
        return value instanceof Object[] several
                ? Arrays.stream(several).filter(Objects::nonNull)
                : Stream.ofNullable(value);
    }

    private static boolean isScalar(Object value) {
        return value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum<?>
                || value instanceof TemporalAccessor
                || value instanceof UUID;
    }

    private static URI encoded(URI url, Map<?, ?> query) {
        URIBuilder builder = new URIBuilder(url);
        query.forEach(
                (name, value) -> values(value).forEach(one -> builder.addParameter(name.toString(), one.toString())));
        try {
            return builder.build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static int length(URI url) {
        return Optional.ofNullable(url.getRawQuery()).map(String::length).orElse(0);
    }
}

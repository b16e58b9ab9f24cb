/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hc.core5.net.URIBuilder;

/** Query of a URL. A list of values repeats its parameter. */
final class QueryString {
    static final int MAX_LENGTH = 8_000;
    static final String NAMES = "names that are not blank, with texts, numbers, booleans, ";
    /** Description of the allowed parameters, for exception messages. */
    static final String VALUES =
            NAMES + "enums, java.time values or lists of them; encoded at most " + MAX_LENGTH + " characters";

    private static final List<Class<?>> SCALARS = List.of(
            CharSequence.class,
            Number.class,
            Boolean.class,
            Character.class,
            Enum.class,
            TemporalAccessor.class,
            UUID.class);

    private QueryString() {}

    /** Returns whether parameters have names and scalar values, and fit into a query. */
    static boolean isAllowed(Map<?, ?> query) {
        return query.keySet().stream()
                        .allMatch(name -> name != null && !name.toString().isBlank())
                && query.values().stream().flatMap(QueryString::values).allMatch(QueryString::isScalar)
                && length(append(URI.create("/"), query)) <= MAX_LENGTH;
    }

    private static Stream<?> values(Object value) {
        Object several = value instanceof Object[] array ? Arrays.asList(array) : value;
        return (several instanceof Collection<?> values ? values.stream() : Stream.ofNullable(several))
                .filter(Objects::nonNull);
    }

    private static boolean isScalar(Object value) {
        return SCALARS.stream().anyMatch(type -> type.isInstance(value));
    }

    /** Returns a URL with further parameters. */
    static URI append(URI url, Map<?, ?> query) {
        URIBuilder builder = new URIBuilder(url);
        query.forEach(
                (name, value) -> values(value).forEach(one -> builder.addParameter(name.toString(), one.toString())));
        try {
            return query.isEmpty() ? url : builder.build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns the number of characters of the query of a URL. */
    static int length(URI url) {
        return url.getRawQuery() == null ? 0 : url.getRawQuery().length();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ParameterError;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A call's query parameters; whatever is wrong with them is a {@code ServiceException} with code 40004. */
public final class QueryParameters {
    private final Map<String, ? extends Collection<String>> values;

    /** @param values decoded values by name */
    public QueryParameters(Map<String, ? extends Collection<String>> values) {
        this.values = values;
    }

    /** Refuses any parameter that is not one of these, or that is given twice. */
    public void allowOnly(Set<String> names) {
        values.forEach((name, given) -> {
            if (!names.contains(name)) {
                throw ParameterError.of("query parameter", name, names.isEmpty() ? "none" : sorted(names));
            }
            if (given.size() > 1) {
                throw ParameterError.of(name, given, "one value");
            }
        });
    }

    /** The parameter as it came, if it did. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).flatMap(it -> it.stream().findFirst());
    }

    /** A switch that is written 0 or 1. */
    public boolean flag(String name, boolean defaultValue) {
        return oneOf(name, Set.of(0, 1), defaultValue ? 1 : 0) == 1;
    }

    /** One of a few integers. */
    public int oneOf(String name, Set<Integer> allowed, int defaultValue) {
        return text(name).map(it -> integer(name, it, allowed, list(allowed))).orElse(defaultValue);
    }

    /** An integer from {@code min} to {@code max}, both included. */
    public int between(String name, int min, int max, int defaultValue) {
        Set<Integer> range = IntStream.rangeClosed(min, max).boxed().collect(Collectors.toSet());
        return text(name)
                .map(it -> integer(name, it, range, min + " to " + max))
                .orElse(defaultValue);
    }

    private static int integer(String name, String value, Set<Integer> allowed, String allowedInWords) {
        try {
            int number = Integer.parseInt(value);
            if (allowed.contains(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw ParameterError.of(name, value, allowedInWords);
        }
        throw ParameterError.of(name, value, allowedInWords);
    }

    private static String list(Set<Integer> numbers) {
        return numbers.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String sorted(Set<String> names) {
        return names.stream().sorted().collect(Collectors.joining(", "));
    }
}

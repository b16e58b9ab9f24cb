/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Query parameters of a call. An invalid one causes code 40004. */
public final class QueryParameters {
    private final Map<String, ? extends Collection<String>> values;

    /** Wraps decoded values by name. */
    public QueryParameters(Map<String, ? extends Collection<String>> values) {
        this.values = values;
    }

    /** Returns the first value of each parameter. */
    public Map<String, String> first() {
        return values.entrySet().stream()
                .filter(it -> !it.getValue().isEmpty())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, it -> it.getValue().iterator().next()));
    }

    /** Rejects unknown and repeated parameters. */
    void allowOnly(Set<String> names) {
        values.forEach((name, occurrences) -> {
            if (!names.contains(name)) {
                String allowed =
                        names.isEmpty() ? "none" : names.stream().sorted().collect(Collectors.joining(", "));
                throw ParameterError.of("query parameter", name, allowed);
            }
            if (occurrences.size() > 1) {
                throw ParameterError.of(name, occurrences, "one value");
            }
        });
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).flatMap(it -> it.stream().findFirst());
    }

    /** Rejects a query without this parameter. */
    void required(String name) {
        if (text(name).filter(it -> !it.isBlank()).isEmpty()) {
            throw ParameterError.missing(name);
        }
    }

    void requireSwitch(String name) {
        requireOneOf(name, Set.of(0, 1));
    }

    void requireOneOf(String name, Set<Integer> allowed) {
        text(name).filter(it -> !allowed.contains(number(it))).ifPresent(it -> {
            String list = allowed.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            throw ParameterError.of(name, it, list);
        });
    }

    void requireBetween(String name, int minimum, int maximum) {
        text(name).filter(it -> number(it) < minimum || number(it) > maximum).ifPresent(it -> {
            throw ParameterError.of(name, it, minimum + " to " + maximum);
        });
    }

    private static int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return Integer.MIN_VALUE;
        }
    }
}

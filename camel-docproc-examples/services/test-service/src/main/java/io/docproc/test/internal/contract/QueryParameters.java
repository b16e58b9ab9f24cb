/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Query parameters of a call. An invalid one causes code 40004. */
public final class QueryParameters {
    private final Map<String, List<String>> values;

    /** Parses the query of a URL, which can be null. */
    public static QueryParameters parse(String query) {
        Map<String, List<String>> values = new HashMap<>();
        for (String parameter : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            String[] parts = parameter.split("=", 2);
            values.computeIfAbsent(decode(parts[0]), name -> new ArrayList<>())
                    .add(parts.length == 1 ? "" : decode(parts[1]));
        }
        return new QueryParameters(values);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private QueryParameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /** Returns the first value of each parameter. */
    public Map<String, String> first() {
        return values.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().get(0)));
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

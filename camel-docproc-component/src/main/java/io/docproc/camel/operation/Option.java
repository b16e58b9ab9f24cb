/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An option of a call: its name, its type, and the values that make sense. What it means is described where the
 * endpoint declares it.
 *
 * @param name the name in the endpoint's URI
 * @param type the Java type of its value
 * @param allowed the values allowed, in words
 * @param accepts whether a value is allowed
 * @param <T> the Java type of its value
 */
public record Option<T>(String name, Class<T> type, String allowed, Predicate<T> accepts) {
    private static final String HEADER_PREFIX = "CamelDocproc";

    static Option<Boolean> flag(String name) {
        return new Option<>(name, Boolean.class, "true or false", value -> true);
    }

    static Option<Integer> integerFrom(int lowest, String name) {
        return new Option<>(name, Integer.class, "a whole number from " + lowest + " up", value -> value >= lowest);
    }

    static Option<Integer> integerBetween(int lowest, int highest, String name) {
        return new Option<>(
                name,
                Integer.class,
                "a whole number from " + lowest + " to " + highest,
                value -> value >= lowest && value <= highest);
    }

    static Option<Integer> integerOf(List<Integer> values, String name) {
        String list = values.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new Option<>(name, Integer.class, "one of " + list, values::contains);
    }

    static Option<String> text(String name) {
        return new Option<>(name, String.class, "a text that is not blank", value -> !value.isBlank());
    }

    static Option<String> word(String name, String... words) {
        List<String> allowed = List.of(words);
        return new Option<>(name, String.class, "one of " + String.join(", ", allowed), allowed::contains);
    }

    static Option<String> pattern(String name, Pattern pattern, String words) {
        return new Option<>(name, String.class, words, pattern.asMatchPredicate());
    }

    static <T> Option<T> of(String name, Class<T> type, String words) {
        return new Option<>(name, type, words, value -> true);
    }

    /** The message header that gives this option for one message: {@code CamelDocproc} and the name. */
    public String headerName() {
        return HEADER_PREFIX + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}

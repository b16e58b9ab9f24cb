/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Option of a call: its name, type and allowed values. The option classes of the endpoint contain its description.
 *
 * @param name the name in the URI of the endpoint
 * @param type the Java type of its value
 * @param allowed description of the allowed values, for exception messages
 * @param accepts returns whether a value is allowed
 * @param <T> the Java type of its value
 */
public record CallOption<T>(String name, Class<T> type, String allowed, Predicate<T> accepts) {
    private static final String HEADER_PREFIX = "CamelDocproc";

    static CallOption<Boolean> flag(String name) {
        return new CallOption<>(name, Boolean.class, "true or false", value -> true);
    }

    static CallOption<Integer> integerFrom(int lowest, String name) {
        return new CallOption<>(name, Integer.class, "a whole number from " + lowest + " up", value -> value >= lowest);
    }

    static CallOption<Integer> integerBetween(int lowest, int highest, String name) {
        return new CallOption<>(
                name,
                Integer.class,
                "a whole number from " + lowest + " to " + highest,
                value -> value >= lowest && value <= highest);
    }

    static CallOption<Integer> integerOf(List<Integer> values, String name) {
        String list = values.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new CallOption<>(name, Integer.class, "one of " + list, values::contains);
    }

    static CallOption<String> text(String name) {
        return new CallOption<>(name, String.class, "a text that is not blank", value -> !value.isBlank());
    }

    static CallOption<String> oneOf(String name, String... values) {
        List<String> allowed = List.of(values);
        return new CallOption<>(name, String.class, "one of " + String.join(", ", allowed), allowed::contains);
    }

    static CallOption<String> pattern(String name, Pattern pattern, String description) {
        return new CallOption<>(name, String.class, description, pattern.asMatchPredicate());
    }

    static <T> CallOption<T> of(String name, Class<T> type, String description) {
        return new CallOption<>(name, type, description, value -> true);
    }

    /**
     * Returns the message header that overrides this option for one message: {@code CamelDocproc} and the name with an
     * upper-case first letter.
     */
    public String headerName() {
        return HEADER_PREFIX + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}

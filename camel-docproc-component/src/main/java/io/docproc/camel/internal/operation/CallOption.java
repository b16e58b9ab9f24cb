/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ResultHeader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Option of a call: its name, type and allowed values, and the field of the request that sends it. The option classes
 * of the endpoint contain its description.
 *
 * @param name the name in the URI of the endpoint
 * @param type the Java type of its value
 * @param allowed description of the allowed values, for exception messages
 * @param accepts returns whether a value is allowed
 * @param field the field of the request; empty if the value is not sent as a field
 * @param <T> the Java type of its value
 */
public record CallOption<T>(
        String name, Class<T> type, String allowed, Predicate<? super T> accepts, Optional<RequestField<T>> field) {

    static <T> CallOption<T> of(String name, Class<T> type, String allowed) {
        return of(name, type, allowed, value -> true);
    }

    static <T> CallOption<T> of(String name, Class<T> type, String allowed, Predicate<? super T> accepts) {
        return new CallOption<>(name, type, allowed, accepts, Optional.empty());
    }

    static CallOption<Boolean> flag(String name) {
        return of(name, Boolean.class, "true or false");
    }

    static CallOption<Integer> integerFrom(String name, int lowest) {
        return of(name, Integer.class, "a whole number from " + lowest + " up", value -> value >= lowest);
    }

    static CallOption<Integer> integerBetween(String name, int lowest, int highest) {
        return of(
                name,
                Integer.class,
                "a whole number from " + lowest + " to " + highest,
                value -> value >= lowest && value <= highest);
    }

    static CallOption<Integer> integerOf(String name, Integer... values) {
        List<Integer> allowed = List.of(values);
        String list = allowed.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return of(name, Integer.class, "one of " + list, allowed::contains);
    }

    static CallOption<String> text(String name) {
        return text(name, "a text that is not blank", value -> !value.isBlank());
    }

    static CallOption<String> text(String name, String allowed, Predicate<? super String> accepts) {
        return of(name, String.class, allowed, accepts);
    }

    static CallOption<String> oneOf(String name, String... values) {
        List<String> allowed = List.of(values);
        return text(name, "one of " + String.join(", ", allowed), allowed::contains);
    }

    static CallOption<String> pattern(String name, String pattern, String allowed) {
        return text(name, allowed, Pattern.compile(pattern).asMatchPredicate());
    }

    static CallOption<String> url(String name) {
        return pattern(name, "(?i)https?://\\S+", "an absolute http or https URL");
    }

    /** Returns an option for keys that the component does not define. Its field is a JSON object, to which they are added. */
    static CallOption<Map<?, ?>> keys(String name) {
        return keys(name, "keys with their values", value -> true);
    }

    @SuppressWarnings("unchecked")
    static CallOption<Map<?, ?>> keys(String name, String allowed, Predicate<? super Map<?, ?>> accepts) {
        return of(name, (Class<Map<?, ?>>) (Class<?>) Map.class, allowed, accepts);
    }

    /** Returns this option, sent unchanged in a field of the request. */
    CallOption<T> sentAs(String path) {
        return sentAs(path, Function.identity());
    }

    /** Returns this option, sent with an encoding in a field of the request. */
    CallOption<T> sentAs(String path, Function<? super T, ?> encoding) {
        return new CallOption<>(name, type, allowed, accepts, Optional.of(new RequestField<>(path, encoding)));
    }

    /** Returns the options of a list and further ones. */
    static List<CallOption<?>> concat(List<CallOption<?>> options, CallOption<?>... others) {
        return Stream.concat(options.stream(), Stream.of(others)).toList();
    }

    /** Returns whether the value of this option is keys that the component does not define. */
    boolean hasKeys() {
        return type == Map.class;
    }

    /**
     * Returns the message header that overrides this option for one message: {@code CamelDocproc} and the name with an
     * upper-case first letter.
     */
    public String headerName() {
        return ResultHeader.PREFIX + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}

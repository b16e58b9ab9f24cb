/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Allowed values of an option, with their description for exception messages. */
public enum Allowed {
    /** The values of the type of the option, or of its enum; a text must not be blank. */
    BY_TYPE("a text that is not blank", String.class, text -> !text.isBlank()),
    FROM_0("a whole number from 0 up", Number.class, value -> value.longValue() >= 0),
    FROM_1("a whole number from 1 up", Number.class, value -> value.longValue() >= 1),
    FROM_1_TO_100(
            "a whole number from 1 to 100", Number.class, value -> value.longValue() >= 1 && value.longValue() <= 100),
    URL("an absolute http or https URL", String.class, matching("(?i)https?://\\S+")),
    PASSWORD("a password", String.class, text -> true),
    JSON("a JSON object", Object.class, json -> true),
    SCHEMA("a JSON schema", Object.class, json -> true),
    PAGE_RANGE(
            "pages counted from 1 as <first>-<last>, several separated by commas: 1-2,5-10",
            String.class,
            Allowed::isPageRange),
    SIZE_AND_POSITION(
            "ten whole numbers width,height,x1,y1,x2,y2,x3,y3,x4,y4 separated by commas, in pixels;"
                    + " width and height are not negative",
            String.class,
            matching("\\d{1,6},\\d{1,6}(,-?\\d{1,6}){8}")),
    SERVICE_PATH(CallOperation.PATHS, String.class, CallOperation::isPath);

    private final String description;
    private final Predicate<Object> predicate;

    <T> Allowed(String description, Class<T> type, Predicate<? super T> predicate) {
        this.description = description;
        this.predicate = value -> predicate.test(type.cast(value));
    }

    private static Predicate<String> matching(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }

    private static boolean isPageRange(String text) {
        return Stream.of(text.split(",", -1)).allMatch(pages -> {
            if (!pages.matches("\\d{1,6}(-\\d{1,6})?")) {
                return false;
            }
            String[] numbers = pages.split("-");
            int first = Integer.parseInt(numbers[0]);
            return first >= 1 && Integer.parseInt(numbers[numbers.length - 1]) >= first;
        });
    }

    String description() {
        return description;
    }

    boolean accepts(Object value) {
        return predicate.test(value);
    }
}

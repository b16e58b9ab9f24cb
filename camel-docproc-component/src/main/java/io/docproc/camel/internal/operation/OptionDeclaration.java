/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ResultHeader;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.TypeConversionException;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.apache.camel.util.ObjectHelper;
import org.apache.camel.util.StringHelper;

/**
 * An option of the component, an endpoint or a call, as the annotations of its field declare it: {@link UriParam} or
 * {@link Metadata}, and {@link PerCall} if it is an option of a call.
 *
 * @param source the Java field that declares the option
 * @param type the Java type of its value; {@code Object} for a bean and for JSON
 * @param labels the operations that have the option, if not all have it, and the sides of routes that use it
 * @param field the field of the request; empty if no single field sends the option
 * @param allowed description of the allowed values, for exception messages
 * @param accepts returns whether a value is allowed
 */
public record OptionDeclaration(
        Field source, Class<?> type, Set<String> labels, String field, String allowed, Predicate<Object> accepts) {
    /** Camel converts a text without a valid unit to zero, which means no limit. */
    private static final Pattern DURATION = Pattern.compile("-?\\d+|[Pp][\\w.+-]+|(\\s*\\d+\\s*(ms|[dhms])\\s*)+");

    private static final int MAX_SHOWN_LENGTH = 100;

    /** Returns the options that a class declares, with those of its superclasses and of the classes of its options. */
    public static List<OptionDeclaration> declaredBy(Class<?> type) {
        List<OptionDeclaration> options = new ArrayList<>();
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                UriParam param = field.getAnnotation(UriParam.class);
                Metadata metadata = field.getAnnotation(Metadata.class);
                if (field.getType().isAnnotationPresent(UriParams.class)) {
                    options.addAll(declaredBy(field.getType()));
                } else if (param != null) {
                    options.add(of(field, param.javaType(), param.enums(), param.label()));
                } else if (metadata != null && !metadata.skip()) {
                    options.add(of(field, metadata.javaType(), metadata.enums(), metadata.label()));
                }
            }
        }
        return options;
    }

    private static OptionDeclaration of(Field source, String javaType, String enums, String label) {
        Optional<PerCall> call = Optional.ofNullable(source.getAnnotation(PerCall.class));
        Allowed rule = call.map(PerCall::allowed).orElse(Allowed.BY_TYPE);
        // Camel declares its durations, such as the delay of a poll, as numbers of milliseconds.
        boolean isDuration = javaType.equals(Duration.class.getName())
                || (source.getDeclaringClass() == ScheduledPollEndpoint.class && source.getType() == long.class);
        Class<?> type = isDuration ? Duration.class : valueType(source.getType());
        OptionDeclaration option = new OptionDeclaration(
                source,
                type,
                Set.of(label.split(",")),
                call.map(PerCall::field).orElse(""),
                rule == Allowed.BY_TYPE ? valuesOf(type) : rule.description(),
                rule::accepts);
        return enums.isEmpty() ? option : option.oneOf(List.of(enums.split(",")));
    }

    private static Class<?> valueType(Class<?> type) {
        Class<?> wrapper = ObjectHelper.convertPrimitiveTypeToWrapperType(type);
        return wrapper.getPackageName().equals("java.lang") || type == Map.class ? wrapper : Object.class;
    }

    private static String valuesOf(Class<?> type) {
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration such as 5s";
        }
        if (Number.class.isAssignableFrom(type)) {
            return type == Double.class ? "a number such as 2.5" : "a whole number such as 5";
        }
        return type == String.class ? Allowed.BY_TYPE.description() : "a reference to a bean such as #name";
    }

    /** Returns this option with a list of allowed values. */
    OptionDeclaration oneOf(List<String> values) {
        return allowing("one of " + String.join(", ", values), value -> values.contains(value.toString()));
    }

    /** Returns this option with other allowed values. */
    OptionDeclaration allowing(String values, Predicate<Object> acceptance) {
        return new OptionDeclaration(source, type, labels, field, values, acceptance);
    }

    /** Returns this option as the field that it is in a parse call. */
    OptionDeclaration ofParse() {
        return call().map(PerCall::parse)
                .filter(other -> !other.isEmpty())
                .map(other -> new OptionDeclaration(source, type, labels, other, allowed, accepts))
                .orElse(this);
    }

    private Optional<PerCall> call() {
        return Optional.ofNullable(source.getAnnotation(PerCall.class));
    }

    /** Returns the name in the URI of an endpoint. */
    public String name() {
        return source.getName();
    }

    /** Returns whether a message header overrides the option. */
    public boolean hasHeader() {
        return call().filter(PerCall::header).isPresent();
    }

    /** Returns the rule for its values. */
    Allowed rule() {
        return call().map(PerCall::allowed).orElse(Allowed.BY_TYPE);
    }

    /**
     * Returns the message header that overrides this option for one message: {@code CamelDocproc} and the name with an
     * upper-case first letter.
     */
    public String headerName() {
        return headerName(name());
    }

    static String headerName(String option) {
        return ResultHeader.PREFIX + StringHelper.capitalize(option);
    }

    /**
     * Requires that a text of the configuration can be converted to the type of this option. A reference to a bean is
     * resolved later.
     *
     * @param owner what has the option, for the exception message
     * @throws IllegalArgumentException if the text is not of the type
     */
    void requireType(String owner, Object value, CamelContext context) {
        if (value instanceof String text && !text.startsWith("#") && !isOfType(text, context)) {
            throw new IllegalArgumentException(
                    "Option " + name() + " of " + owner + " is '" + text + "'; allowed is " + allowed);
        }
    }

    /** Returns whether a value is what it says: Camel converts a text that is no duration to a duration, too. */
    boolean hasSyntaxOfType(Object value) {
        return type != Duration.class
                || !(value instanceof String text)
                || DURATION.matcher(text).matches();
    }

    private boolean isOfType(String text, CamelContext context) {
        try {
            return hasSyntaxOfType(text) && context.getTypeConverter().tryConvertTo(type, text) != null;
        } catch (TypeConversionException e) {
            return false;
        }
    }

    /** Returns a value for an exception message: {@link #printable}, and only the first 100 characters of a longer one. */
    public static String shown(Object value) {
        String text = printable(value);
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }

    /** Returns the text of a value with question marks instead of control characters. */
    static String printable(Object value) {
        return String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public String toString() {
        return name();
    }

    /**
     * Declares an option of a call, beside its {@code @UriParam}: the field of the request that sends it, and its allowed
     * values. The label of the {@code @UriParam} names the operations that have the option.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface PerCall {
        /** The query parameter, or the path in the JSON with dots between names; empty if no single field sends the option. */
        String field() default "";

        /** The path in the JSON of the parse calls, if it is another one. */
        String parse() default "";

        /** The allowed values. */
        Allowed allowed() default Allowed.BY_TYPE;

        /** Whether the message header {@code CamelDocproc<OptionName>} overrides the option. */
        boolean header() default true;
    }

    /** Allowed values of an option, with their description for exception messages. */
    public enum Allowed {
        /** The values of the type of the option, or of its enum; a text must not be blank. */
        BY_TYPE("a text that is not blank", Object.class, value -> !(value instanceof String text) || !text.isBlank()),
        /** The outputs of the operation. */
        OUTPUT,
        /** The fields of a request of the operation. */
        FIELDS,
        TIMEOUT("a duration such as 5s, from 0 up", Duration.class, timeout -> !timeout.isNegative()),
        FROM_0("a whole number from 0 up", Number.class, value -> value.longValue() >= 0),
        FROM_1("a whole number from 1 up", Number.class, value -> value.longValue() >= 1),
        FROM_1_TO_100(
                "a whole number from 1 to 100",
                Number.class,
                value -> value.longValue() >= 1 && value.longValue() <= 100),
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
        /**
         * A path that can be appended to the address of the service: it names no other server, and does not leave the path
         * of the address. No segment is {@code .} or {@code ..}, in any encoding and with or without a parameter, or
         * contains an escape of a slash, a backslash or a control character, which servers decode before or after they
         * split the path.
         */
        SERVICE_PATH(
                "a path of at most 2000 characters that begins with / and has no query,"
                        + " fragment, backslash, control character, or segment that is empty, . or ..; percent-encode other"
                        + " characters, as in /a%20b, and set the query with param.*",
                String.class,
                matching("(?=.{1,2000}$)"
                        + "(?:/(?!(?:\\.|%2[Ee]){1,2}(?:[;/]|$))"
                        + "(?:[\\w.~!$&'()*+,;=:@-]++|%(?!2[Ff]|5[Cc]|[01]|7[Ff])[0-9A-Fa-f]{2})++)++/?"));

        private final String description;
        private final Predicate<Object> predicate;

        Allowed() {
            this("", Object.class, value -> true);
        }

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
}

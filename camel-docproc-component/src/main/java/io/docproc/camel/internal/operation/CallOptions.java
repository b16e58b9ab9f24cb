/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;
import org.apache.camel.TypeConverter;

/**
 * Option values of one call. A message header overrides the option of the endpoint; an option that neither sets is
 * empty.
 */
public final class CallOptions {
    private static final int MAX_SHOWN_LENGTH = 100;

    private final String operation;
    private final Message message;
    private final Function<String, Object> configured;

    /**
     * Creates the option values of one call.
     *
     * @param operation the name of the operation, for exception messages
     * @param message the message whose headers may set options
     * @param configured returns the value that the endpoint has for the name of an option, or null
     */
    public CallOptions(String operation, Message message, Function<String, Object> configured) {
        this.operation = operation;
        this.message = message;
        this.configured = configured;
    }

    /** Returns the name of the operation. */
    String operation() {
        return operation;
    }

    /**
     * Returns the value of an option for this call.
     *
     * @throws DocprocException if the header of the option has a value that is not allowed
     */
    public <T> Optional<T> get(CallOption<T> option) {
        Optional<T> header = fromHeader(option);
        return header.isPresent() ? header : fromEndpoint(option);
    }

    /**
     * Validates the message headers before the call, so that an invalid option is not billed.
     *
     * @throws DocprocException if the header of an option has a value that is not allowed
     */
    public void requireValid(List<CallOption<?>> options) {
        options.forEach(this::fromHeader);
    }

    /** Returns whether a flag is true for this call; false if it is not set. */
    public boolean isOn(CallOption<Boolean> flag) {
        return get(flag).orElse(false);
    }

    /** Returns whether the component validates the input before it sends the call. */
    boolean validateInput() {
        return get(DocumentOptions.VALIDATE_INPUT).orElse(true);
    }

    /** Returns whether an option has this value for this call; false if it is not set. */
    boolean has(CallOption<String> option, String value) {
        return get(option).filter(value::equals).isPresent();
    }

    /** Returns the keys of the endpoint and of the message with their values; those of the message override. */
    Map<String, Object> keys(CallOption<?> option) {
        Map<String, Object> keys = new LinkedHashMap<>();
        Stream.of(fromEndpoint(option), fromHeader(option))
                .flatMap(Optional::stream)
                .forEach(map -> ((Map<?, ?>) map).forEach((key, value) -> keys.put(key.toString(), value)));
        return keys;
    }

    /**
     * Returns the value of the message header of an option.
     *
     * @throws DocprocException if the value is not allowed
     */
    public <T> Optional<T> fromHeader(CallOption<T> option) {
        Object header = message.getHeader(option.headerName());
        if (header == null) {
            return Optional.empty();
        }
        TypeConverter converter = message.getExchange().getContext().getTypeConverter();
        T value = convert(option, header, converter);
        if (value == null || isChanged(header, value) || !option.accepts().test(value)) {
            throw refused(option, header);
        }
        return Optional.of(value);
    }

    /**
     * Returns whether the conversion has changed a number. Camel's converter truncates 80.5 to 80, changes a number that
     * does not fit an int, and converts any number but 0 to true.
     */
    private static boolean isChanged(Object header, Object value) {
        if (!(header instanceof Number number)) {
            return false;
        }
        if (value instanceof Boolean converted) {
            return number.doubleValue() != (converted ? 1 : 0);
        }
        return value instanceof Integer converted && number.doubleValue() != converted.doubleValue();
    }

    private <T> T convert(CallOption<T> option, Object header, TypeConverter converter) {
        try {
            return option.type().isInstance(header)
                    ? option.type().cast(header)
                    : converter.tryConvertTo(option.type(), message.getExchange(), header);
        } catch (TypeConversionException e) {
            throw refused(option, header);
        }
    }

    private DocprocException refused(CallOption<?> option, Object header) {
        String value = option.name().equals(RecognitionOptions.PDF_PASSWORD.name())
                ? "of a type that cannot be used"
                : "'" + shown(header) + "'";
        return refusal("header " + option.headerName() + " is " + value + "; allowed is " + option.allowed());
    }

    /** Returns a value for an exception message: {@link #printable}, and only the first 100 characters of a longer one. */
    static String shown(Object value) {
        String text = printable(value);
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }

    /** Returns the text of a value with question marks instead of control characters. */
    static String printable(Object value) {
        return String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the exception for invalid option values. */
    DocprocException refusal(String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(operation, reason);
    }

    /** Returns the value that the endpoint has for an option. */
    public <T> Optional<T> fromEndpoint(CallOption<T> option) {
        return Optional.ofNullable(option.type().cast(configured.apply(option.name())));
    }

    /**
     * Validates the value that an endpoint has for an option.
     *
     * @throws IllegalArgumentException if the value is not allowed
     */
    public static <T> void check(String operation, CallOption<T> option, Object value) {
        if (value != null && !option.accepts().test(option.type().cast(value))) {
            throw new IllegalArgumentException("Option " + option.name() + " of docproc:" + operation + " is '"
                    + shown(value) + "'; allowed is " + option.allowed());
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;
import org.apache.camel.TypeConverter;
import org.apache.camel.util.StringHelper;

/** The options of one call: the message's header wins over the endpoint. Nothing that was not given has a value. */
public final class CallOptions {
    private static final int SHOWN = 100;

    private final String operation;
    private final Message message;
    private final Function<String, Object> configured;

    /**
     * @param operation the operation, for messages
     * @param message the message whose headers may give options
     * @param configured what the endpoint says for an option's name; null when it says nothing
     */
    public CallOptions(String operation, Message message, Function<String, Object> configured) {
        this.operation = operation;
        this.message = message;
        this.configured = configured;
    }

    /**
     * The value for this call.
     *
     * @throws DocprocException when a header holds what the option does not take
     */
    public <T> Optional<T> get(Option<T> option) {
        Optional<T> header = fromHeader(option);
        return header.isPresent() ? header : fromEndpoint(option);
    }

    /**
     * Checks what the message's headers give, so that no call is paid for that cannot end well.
     *
     * @throws DocprocException when a header holds what its option does not take
     */
    public void requireValid(List<Option<?>> options) {
        options.forEach(this::fromHeader);
    }

    /** Whether a flag is on for this call. */
    public boolean isOn(Option<Boolean> flag) {
        return get(flag).orElse(false);
    }

    /** The value that this message's header gives. */
    public <T> Optional<T> fromHeader(Option<T> option) {
        Object header = message.getHeader(option.headerName());
        if (header == null) {
            return Optional.empty();
        }
        TypeConverter converter = message.getExchange().getContext().getTypeConverter();
        T value = convert(option, header, converter);
        if (value == null || isCut(header, value) || !option.accepts().test(value)) {
            throw refused(option, header);
        }
        return Optional.of(value);
    }

    /** A converter makes 80 of 80.5, and something else of a number that is too large. */
    private static boolean isCut(Object header, Object value) {
        return header instanceof Number given
                && value instanceof Integer taken
                && given.doubleValue() != taken.doubleValue();
    }

    private <T> T convert(Option<T> option, Object header, TypeConverter converter) {
        try {
            return option.type().isInstance(header)
                    ? option.type().cast(header)
                    : converter.tryConvertTo(option.type(), message.getExchange(), header);
        } catch (TypeConversionException notOfThisType) {
            throw refused(option, header);
        }
    }

    private DocprocException refused(Option<?> option, Object header) {
        String value =
                option.equals(Options.PDF_PASSWORD) ? "of a type that cannot be used" : "'" + shown(header) + "'";
        return refusal("header " + option.headerName() + " is " + value + "; allowed is " + option.allowed());
    }

    /** A value as a message shows it: its beginning. */
    static String shown(Object value) {
        return StringHelper.limitLength(String.valueOf(value), SHOWN);
    }

    /** The exception for values that cannot make a call. */
    DocprocException refusal(String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(operation, reason);
    }

    /** The value that the endpoint gives. */
    public <T> Optional<T> fromEndpoint(Option<T> option) {
        return Optional.ofNullable(option.type().cast(configured.apply(option.name())));
    }

    /**
     * Checks what the endpoint gives for an option.
     *
     * @throws IllegalArgumentException when the value is not allowed
     */
    public static <T> void check(String operation, Option<T> option, Object value) {
        if (value != null && !option.accepts().test(option.type().cast(value))) {
            throw new IllegalArgumentException("Option " + option.name() + " of docproc:" + operation + " is '"
                    + shown(value) + "'; allowed is " + option.allowed());
        }
    }
}

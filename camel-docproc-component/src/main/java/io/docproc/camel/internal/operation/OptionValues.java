/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.http.ResultHeader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;
import org.apache.camel.support.LanguageSupport;

/**
 * Option values of one call. A message header overrides the option of the endpoint; an option that neither sets is
 * empty.
 */
public final class OptionValues {
    /** Options whose text may contain values of the message in the Simple language. */
    private static final List<String> WITH_VALUES_OF_MESSAGE = List.of("jobId", "correlationId");

    /** The headers of all operations: a message may pass several of them. */
    private static final Set<String> HEADERS = Stream.concat(
                    Arrays.stream(ResultHeader.values()).map(ResultHeader::headerName),
                    Arrays.stream(DocprocOperation.values())
                            .flatMap(operation -> operation.options().stream())
                            .filter(OptionDeclaration::hasHeader)
                            .map(OptionDeclaration::headerName))
            .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));

    private final DocprocOperation operation;
    private final Message message;
    private final Function<String, Object> configured;
    private final Map<String, Optional<String>> evaluated = new HashMap<>();
    private RuntimeException evaluationFailure;

    /**
     * Creates the option values of one call, before the result headers of earlier calls are removed, which
     * {@code jobId} and {@code correlationId} may contain.
     *
     * @param operation the operation, which has the options
     * @param message the message whose headers may set options
     * @param configured returns the value that the endpoint has for the name of an option, or null
     */
    public OptionValues(DocprocOperation operation, Message message, Function<String, Object> configured) {
        this.operation = operation;
        this.message = message;
        this.configured = configured;
        try {
            WITH_VALUES_OF_MESSAGE.forEach(this::evaluate);
        } catch (RuntimeException e) {
            evaluationFailure = e;
        }
    }

    private void evaluate(String name) {
        if (configured.apply(name) instanceof String text && LanguageSupport.hasSimpleFunction(text)) {
            Exchange exchange = message.getExchange();
            Expression expression =
                    exchange.getContext().resolveLanguage("simple").createExpression(text);
            evaluated.put(
                    name,
                    Optional.ofNullable(expression.evaluate(exchange, String.class))
                            .filter(value -> !value.isBlank()));
        }
    }

    /** Returns the operation of the call. */
    DocprocOperation operation() {
        return operation;
    }

    /**
     * Returns the value of an option for this call; empty if it is not set, or the operation does not have it.
     *
     * @throws DocprocException if the header of the option has a value that is not allowed
     */
    public <T> Optional<T> get(String name, Class<T> type) {
        Optional<OptionDeclaration> option = operation.option(name);
        if (evaluated.containsKey(name)) {
            return evaluated.get(name).map(type::cast);
        }
        return option.flatMap(this::fromHeader)
                .or(() -> option.map(OptionDeclaration::name).map(configured))
                .map(type::cast);
    }

    /** Returns the text of an option; empty if it is not set. */
    public Optional<String> text(String name) {
        return get(name, String.class);
    }

    /** Returns whether a switch is true for this call; false if it is not set. */
    public boolean isOn(String name) {
        return get(name, Boolean.class).orElse(false);
    }

    /** Returns whether the response of the call is stored in the result repository, if there is one. */
    public boolean storesResult() {
        return get("storeResult", Boolean.class).orElse(operation.hasReusableResult());
    }

    /** Returns whether the same call is made again on purpose, however often it was made. */
    public boolean isAlwaysMade() {
        return !get("storeResult", Boolean.class).orElse(true);
    }

    /** Returns whether the component validates the input before it sends the call. */
    boolean validateInput() {
        return get("validateInput", Boolean.class).orElse(true);
    }

    /** Returns whether an option has this value for this call; false if it is not set. */
    boolean has(String name, String value) {
        return text(name).filter(value::equals).isPresent();
    }

    /** Returns the values of the options that are fields of the request, by their fields. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        operation.options().stream().filter(option -> !option.field().isEmpty()).forEach(option -> get(
                        option.name(), Object.class)
                .ifPresent(value -> fields.put(option.field(), value)));
        return fields;
    }

    /** Returns the fields of the option {@code param}. Those of the message are merged over those of the endpoint. */
    Map<String, Object> params() {
        Map<String, Object> params = new LinkedHashMap<>();
        operation.option("param").ifPresent(option -> {
            if (configured.apply(option.name()) instanceof Map<?, ?> ofEndpoint) {
                ofEndpoint.forEach((name, value) -> params.put(name.toString(), value));
            }
            fromHeader(option).ifPresent(ofMessage -> ((Map<?, ?>) ofMessage)
                    .forEach((name, value) -> params.put(name.toString(), value)));
            params.values().removeIf(value -> value == null);
        });
        return params;
    }

    /**
     * Validates the message headers before the call, so that an invalid option is not billed.
     *
     * @throws DocprocException if the header of an option has a value that is not allowed
     * @throws RuntimeException if an expression of an option cannot be evaluated
     */
    public void requireValid() {
        if (evaluationFailure != null) {
            throw evaluationFailure;
        }
        operation.options().forEach(this::fromHeader);
    }

    /** Returns the names of headers that begin with the prefix of the component, but are neither options nor results. */
    public List<String> unknownHeaders() {
        return message.getHeaders().keySet().stream()
                .filter(name -> name.regionMatches(true, 0, ResultHeader.PREFIX, 0, ResultHeader.PREFIX.length()))
                .filter(name -> !HEADERS.contains(name))
                .map(OptionDeclaration::shown)
                .toList();
    }

    /**
     * Returns the value of the message header of an option.
     *
     * @throws DocprocException if the value is not allowed
     */
    Optional<Object> fromHeader(String name) {
        return operation.option(name).flatMap(this::fromHeader);
    }

    /** Returns whether a message header sets a field of the request. */
    boolean hasHeaderFor(String field) {
        return operation.options().stream()
                        .anyMatch(option -> option.field().equals(field)
                                && fromHeader(option).isPresent())
                || fromHeader("param")
                        .filter(params -> ((Map<?, ?>) params).containsKey(field))
                        .isPresent();
    }

    private Optional<Object> fromHeader(OptionDeclaration option) {
        Object header = option.hasHeader() ? message.getHeader(option.headerName()) : null;
        if (header == null) {
            return Optional.empty();
        }
        Object value = converted(option, header);
        if (value == null || isChanged(header, value) || !option.accepts().test(value)) {
            throw refused(option, header);
        }
        return Optional.of(value);
    }

    private Object converted(OptionDeclaration option, Object header) {
        try {
            return option.type().isInstance(header)
                    ? header
                    : message.getExchange()
                            .getContext()
                            .getTypeConverter()
                            .tryConvertTo(option.type(), message.getExchange(), header);
        } catch (TypeConversionException e) {
            throw refused(option, header);
        }
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

    private DocprocException refused(OptionDeclaration option, Object header) {
        String value = option.name().equals("pdfPassword")
                ? "of a type that cannot be used"
                : "'" + OptionDeclaration.shown(header) + "'";
        return refusal("header " + option.headerName() + " is " + value + "; allowed is " + option.allowed());
    }

    /** Returns the exception for invalid option values. */
    public DocprocException refusal(String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(operation.name(), reason);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.http.ResultHeader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;
import org.apache.camel.support.LanguageSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The options of one call: those of the endpoint, with the message headers over them. An option that neither sets, or that
 * the operation does not have, is not set.
 */
public final class OptionValues extends CallOptions {
    private static final Logger LOG = LoggerFactory.getLogger(OptionValues.class);
    /** Names of headers that are logged at most, because a client may choose them. */
    private static final int MAX_UNKNOWN_HEADERS = 100;

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
    private final CallOptions ofMessage = new CallOptions();
    /** Why the options are invalid; null if they are valid. */
    private RuntimeException problem;

    /**
     * Reads the options of one call, before the result headers of earlier calls are removed, which {@code jobId} and
     * {@code correlationId} may contain.
     *
     * @param operation the operation, which has the options
     * @param message the message whose headers may set options
     */
    public OptionValues(DocprocOperation operation, Message message, CallOptions ofEndpoint) {
        this.operation = operation;
        this.message = message;
        try {
            operation.options().forEach(option -> set(option, ofEndpoint.get(option)));
            parse().setJobId(evaluated(parse().getJobId()));
            parse().setCorrelationId(evaluated(parse().getCorrelationId()));
            operation.options().forEach(this::readHeader);
            document()
                    .setParam(merged(
                            ofEndpoint.document().getParam(),
                            ofMessage.document().getParam()));
        } catch (RuntimeException e) {
            problem = e;
        }
    }

    /** Returns a text with the values of the message; null if nothing is left of it. */
    private String evaluated(String text) {
        if (!LanguageSupport.hasSimpleFunction(text)) {
            return text;
        }
        Exchange exchange = message.getExchange();
        String value = exchange.getContext()
                .resolveLanguage("simple")
                .createExpression(text)
                .evaluate(exchange, String.class);
        return value == null || value.isBlank() ? null : value;
    }

    private void readHeader(OptionDeclaration option) {
        Object header = option.hasHeader() ? message.getHeader(option.headerName()) : null;
        if (header == null) {
            return;
        }
        Object value = converted(option, header);
        if (value == null
                || isChanged(header, value)
                || !option.hasSyntaxOfType(header)
                || !option.accepts().test(value)) {
            throw refused(option, header);
        }
        ofMessage.set(option, value);
        set(option, value);
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
        String value = option.rule() == OptionDeclaration.Allowed.PASSWORD
                ? "of a type that cannot be used"
                : "'" + OptionDeclaration.shown(header) + "'";
        return refusal("header " + option.headerName() + " is " + value + "; allowed is " + option.allowed());
    }

    /** Merges fields of the message over those of the endpoint. Null removes a field. */
    private static Map<String, Object> merged(Map<?, ?> ofEndpoint, Map<?, ?> ofMessage) {
        Map<String, Object> merged = new LinkedHashMap<>();
        Stream.of(Optional.ofNullable(ofEndpoint), Optional.ofNullable(ofMessage))
                .flatMap(Optional::stream)
                .forEach(fields -> fields.forEach((name, value) -> merged.put(name.toString(), value)));
        merged.values().removeIf(Objects::isNull);
        return merged;
    }

    /** Returns the operation of the call. */
    DocprocOperation operation() {
        return operation;
    }

    /** Returns the options that headers of the message set. */
    CallOptions ofMessage() {
        return ofMessage;
    }

    /** Returns whether the response of the call is stored in the result repository, if there is one. */
    public boolean storesResult() {
        Boolean chosen = document().getStoreResult();
        return chosen == null ? operation.hasReusableResult() : chosen;
    }

    /** Returns the values of the options that are fields of the request, by their fields. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        operation.options().stream()
                .filter(option -> !option.field().isEmpty() && get(option) != null)
                .forEach(option -> fields.put(option.field(), get(option)));
        return fields;
    }

    /** Returns whether a message header sets a field of the request. */
    boolean hasHeaderFor(String field) {
        Map<String, Object> params = ofMessage.document().getParam();
        return (params != null && params.containsKey(field))
                || operation.options().stream()
                        .anyMatch(option -> option.field().equals(field) && ofMessage.get(option) != null);
    }

    /**
     * Requires valid options before the call, so that an invalid one is not billed.
     *
     * @throws DocprocException if the header of an option has a value that is not allowed
     * @throws RuntimeException if an expression of an option cannot be evaluated
     */
    public void requireValid() {
        if (problem != null) {
            throw problem;
        }
    }

    /**
     * Logs each header of the message that begins with the prefix of the component, but is neither an option nor a result.
     *
     * @param logged the names that were logged; each is logged once
     * @param fails whether such a header is refused instead
     */
    public void reportUnknownHeaders(Set<String> logged, boolean fails) {
        message.getHeaders().keySet().stream()
                .filter(name -> name.regionMatches(true, 0, ResultHeader.PREFIX, 0, ResultHeader.PREFIX.length()))
                .filter(name -> !HEADERS.contains(name))
                .map(OptionDeclaration::shown)
                .forEach(name -> {
                    String reason = "header " + name + " has no effect, because the component has none of this name;"
                            + " correct or remove it";
                    if (fails) {
                        throw refusal(reason);
                    }
                    if (logged.size() < MAX_UNKNOWN_HEADERS && logged.add(name)) {
                        LOG.warn("The {}", reason);
                    }
                });
    }

    /** Returns the exception for invalid option values. */
    public DocprocException refusal(String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(operation.name(), reason);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.StreamCache;
import org.apache.camel.support.ResourceHelper;
import org.apache.commons.io.function.IOSupplier;

/**
 * Option whose value is a JSON object. The endpoint names a Camel resource, which is read once at start. The header
 * contains the JSON itself as String, Map, JsonNode or InputStream. A header is never resolved as a resource, because a header may
 * come from an untrusted sender.
 */
final class JsonOption {
    private static final String OPTION_VALUES = "a JSON object, or a Camel resource that contains one";
    private static final String HEADER_VALUES = "a JSON object as String, Map or JsonNode, or an InputStream of one";

    private static final String RESOURCE_ADVICE =
            "; the header contains the JSON itself and not the name of a resource: name the resource in the option ";
    private static final Pattern RESOURCE = Pattern.compile("[^\\s{\\[\"]+[.:/]\\S.*");

    private final String option;
    private final String operation;
    private final Function<CallOptions, Object> getter;
    private final Optional<ObjectNode> configured;

    /**
     * Reads the resource of the endpoint.
     *
     * @param option the name of the option, for exception messages
     * @throws IllegalArgumentException if the resource is missing or not a JSON object
     */
    JsonOption(String option, Function<CallOptions, Object> getter, Operation.Settings settings) {
        this.option = option;
        this.operation = settings.name();
        this.getter = getter;
        this.configured = Optional.ofNullable(getter.apply(settings.options()))
                .map(resource -> load(resource.toString(), settings.camelContext()));
    }

    private ObjectNode load(String resource, CamelContext camelContext) {
        String subject = "Option " + option + " of docproc:" + operation;
        if (resource.stripLeading().startsWith("{")) {
            return object(subject, OPTION_VALUES, () -> ModelJson.parse(resource));
        }
        // The whole name, because part of a name does not lead to the file.
        return object(subject + " names " + OptionDeclaration.printable(resource) + ", which", OPTION_VALUES, () -> {
            try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(camelContext, resource)) {
                return ModelJson.mapper().readTree(in);
            }
        });
    }

    /** Returns the name of the header that overrides the option. */
    String headerName() {
        return OptionDeclaration.headerName(option);
    }

    /** Returns the object of the endpoint. */
    Optional<ObjectNode> configured() {
        return configured;
    }

    /** Returns a copy of the object for one call: that of the header, else that of the endpoint. */
    Optional<ObjectNode> value(OptionValues options) {
        return fromHeader(options).or(() -> configured.map(ObjectNode::deepCopy));
    }

    /**
     * Returns the object in the message header.
     *
     * @throws io.docproc.camel.error.DocprocException if the header is not a JSON object
     */
    Optional<ObjectNode> fromHeader(OptionValues options) {
        return Optional.ofNullable(getter.apply(options.ofMessage())).map(value -> {
            String subject = "header " + headerName();
            boolean isResource =
                    value instanceof String text && RESOURCE.matcher(text).matches();
            String allowed = HEADER_VALUES + (isResource ? RESOURCE_ADVICE + option : "");
            try {
                return object(subject, allowed, () -> headerJson(subject, value));
            } catch (IllegalArgumentException e) {
                throw options.refusal(e.getMessage());
            }
        });
    }

    private JsonNode headerJson(String subject, Object value) throws IOException {
        if (value instanceof Map<?, ?> || value instanceof JsonNode) {
            return RequestJson.tree(operation, subject, value);
        }
        if (value instanceof StreamCache cache) {
            cache.reset();
        }
        return value instanceof InputStream stream
                ? ModelJson.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                : ModelJson.parse(value.toString());
    }

    /**
     * Returns the JSON object of an option or a header.
     *
     * @param subject the option or header, and its resource
     * @param allowed description of the allowed values
     * @throws IllegalArgumentException if the value cannot be read, or is not a JSON object
     */
    private static ObjectNode object(String subject, String allowed, IOSupplier<JsonNode> value) {
        try {
            JsonNode json = value.get();
            if (json instanceof ObjectNode object) {
                return object;
            }
            String found = json.isMissingNode()
                    ? "empty"
                    : "JSON of type " + json.getNodeType().name().toLowerCase(Locale.ROOT);
            throw new IllegalArgumentException(subject + " is " + found + "; allowed is " + allowed);
        } catch (IOException e) {
            IOException cause = e instanceof JsonProcessingException json ? UnreadableJsonException.of(json) : e;
            throw new IllegalArgumentException(
                    subject + " cannot be read: " + cause.getMessage() + "; allowed is " + allowed, cause);
        }
    }
}

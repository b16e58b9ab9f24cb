/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.support.ResourceHelper;

/**
 * Option whose value is a JSON object. The endpoint names a Camel resource, which is read once at start. The header
 * contains the JSON itself as String, Map or JsonNode. A header is never resolved as a resource, because a header may
 * come from an untrusted sender.
 */
final class JsonOption {
    private final CallOption<Object> option;
    private final String operation;
    private final Optional<ObjectNode> configured;

    /**
     * Reads the resource of the endpoint.
     *
     * @throws IllegalArgumentException if the resource is missing or not a JSON object
     */
    JsonOption(CallOption<Object> option, OperationContext context) {
        this.option = option;
        this.operation = context.name();
        this.configured = context.configured(option).map(resource -> load(resource.toString(), context.camelContext()));
    }

    private ObjectNode load(String resource, CamelContext camelContext) {
        if (resource.stripLeading().startsWith("{")) {
            return object(parse(resource), "the option");
        }
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(camelContext, resource)) {
            return object(ModelJson.mapper().readTree(in), resource);
        } catch (JsonProcessingException notJson) {
            throw unreadable(" names " + resource + ", which", UnreadableJsonException.of(notJson));
        } catch (IOException notThere) {
            throw unreadable(" names " + resource + ", which", notThere);
        }
    }

    private JsonNode parse(String json) {
        try {
            return ModelJson.parse(json);
        } catch (JsonProcessingException notJson) {
            throw unreadable("", UnreadableJsonException.of(notJson));
        }
    }

    private IllegalArgumentException unreadable(String place, IOException cause) {
        return new IllegalArgumentException(described() + place + " cannot be read: " + cause.getMessage(), cause);
    }

    private ObjectNode object(JsonNode json, String where) {
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException(described() + " wants a JSON object, but " + where + " holds "
                + json.getNodeType().name().toLowerCase(Locale.ROOT));
    }

    private String described() {
        return "Option " + option.name() + " of docproc:" + operation;
    }

    /** Returns the object of the endpoint. */
    Optional<ObjectNode> configured() {
        return configured;
    }

    /** Returns a copy of the object for one call: that of the header, else that of the endpoint. */
    Optional<ObjectNode> value(CallOptions options) {
        Optional<ObjectNode> header = fromHeader(options);
        return header.isPresent() ? header : configured.map(ObjectNode::deepCopy);
    }

    /**
     * Returns the object in the message header.
     *
     * @throws io.docproc.camel.error.DocprocException if the header is not a JSON object
     */
    Optional<ObjectNode> fromHeader(CallOptions options) {
        return options.fromHeader(option).map(this::fromHeaderValue);
    }

    private ObjectNode fromHeaderValue(Object value) {
        try {
            JsonNode json = value instanceof Map<?, ?> || value instanceof JsonNode
                    ? ModelJson.mapper().valueToTree(value)
                    : parse(value.toString());
            return object(json, "the header");
        } catch (IllegalArgumentException notAnObject) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    operation,
                    "header " + option.headerName() + " takes a JSON object as String, Map or JsonNode: "
                            + notAnObject.getMessage());
        }
    }
}

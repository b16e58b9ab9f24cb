/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a JSON object of parameters; what is absent or null is not set.
 *
 * <p>A wrong value is refused with 40004 and a message that names the parameter, the value and what is allowed.
 */
public final class JsonParameters {
    private static final int PARAMETER_ERROR = 40004;

    private final String path;
    private final JsonNode object;

    /**
     * @param path what messages call the object, such as {@code parse_options}
     * @param object may be null: nothing is set
     */
    public JsonParameters(String path, JsonNode object) {
        this.path = path;
        this.object = object == null || object.isNull() ? JsonNodeFactory.instance.objectNode() : object;
        if (!(this.object instanceof ObjectNode)) {
            throw ParameterError.of(path, this.object, "a JSON object");
        }
    }

    /** The keys that are none of {@code known}. */
    public List<String> keysBeside(Set<String> known) {
        List<String> unknown = new ArrayList<>();
        object.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                unknown.add(name(key));
            }
        });
        return unknown;
    }

    /** Refuses keys that are none of {@code known}. */
    public void requireOnly(Set<String> known) {
        List<String> unknown = keysBeside(known);
        if (!unknown.isEmpty()) {
            throw new ServiceException(
                    PARAMETER_ERROR,
                    "parameter error: " + unknown.get(0) + " is not known; allowed are "
                            + String.join(", ", known.stream().sorted().toList()));
        }
    }

    public JsonParameters object(String key) {
        return new JsonParameters(name(key), object.get(key));
    }

    public Optional<String> text(String key) {
        return value(key).map(value -> {
            if (!value.isTextual()) {
                throw ParameterError.of(name(key), value, "a string");
            }
            return value.textValue();
        });
    }

    public Optional<String> oneOf(String key, List<String> allowed) {
        Optional<String> text = text(key);
        text.ifPresent(value -> {
            if (!allowed.contains(value)) {
                throw ParameterError.of(name(key), object.get(key), String.join(", ", allowed));
            }
        });
        return text;
    }

    /** @param max inclusive, as is {@code min} */
    public Optional<Integer> integer(String key, int min, int max) {
        return value(key).map(value -> {
            if (!value.isIntegralNumber()
                    || !value.canConvertToInt()
                    || value.intValue() < min
                    || value.intValue() > max) {
                String allowed =
                        max == Integer.MAX_VALUE ? "integers from " + min : "integers from " + min + " to " + max;
                throw ParameterError.of(name(key), value, allowed);
            }
            return value.intValue();
        });
    }

    public Optional<Boolean> flag(String key) {
        return value(key).map(value -> {
            if (!value.isBoolean()) {
                throw ParameterError.of(name(key), value, "true, false");
            }
            return value.booleanValue();
        });
    }

    private Optional<JsonNode> value(String key) {
        return Optional.ofNullable(object.get(key)).filter(value -> !value.isNull());
    }

    private String name(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * JSON object of parameters, for responders and checks of requests. An absent or null member is not set. A method that
 * finds an invalid one throws a {@link ServiceErrorException} with code 40004, the name, the value and the allowed
 * values.
 */
public final class JsonParameters {
    private final String path;
    private final ObjectNode object;

    /**
     * Wraps an object.
     *
     * @param path name of the object in messages, for example {@code parse_options}; empty for the body
     */
    public JsonParameters(String path, ObjectNode object) {
        this.path = path;
        this.object = object;
    }

    /** Returns a member object; an empty one if it is not set. */
    public JsonParameters object(String key) {
        return optionalObject(key)
                .orElseGet(() -> new JsonParameters(name(key), JsonNodeFactory.instance.objectNode()));
    }

    /** Returns a member object. */
    public Optional<JsonParameters> optionalObject(String key) {
        return value(key).map(value -> {
            if (value instanceof ObjectNode member) {
                return new JsonParameters(name(key), member);
            }
            throw ParameterError.of(name(key), value, "a JSON object");
        });
    }

    /** Returns a string. */
    public Optional<String> text(String key) {
        return value(key).map(value -> {
            if (!value.isTextual()) {
                throw ParameterError.of(name(key), value, "a string");
            }
            return value.textValue();
        });
    }

    /** Returns a string with a maximum length in characters. */
    public Optional<String> text(String key, int maximum) {
        Optional<String> text = text(key);
        text.filter(it -> it.codePointCount(0, it.length()) > maximum).ifPresent(it -> {
            throw ParameterError.of(name(key), it, "at most " + maximum + " characters");
        });
        return text;
    }

    /** Returns a string that must be set and not be blank. */
    public String required(String key) {
        return text(key).filter(it -> !it.isBlank()).orElseThrow(() -> ParameterError.missing(name(key)));
    }

    /** Returns one of several strings. */
    public Optional<String> oneOf(String key, List<String> allowed) {
        Optional<String> text = text(key);
        text.filter(it -> !allowed.contains(it)).ifPresent(it -> {
            throw ParameterError.of(name(key), object.get(key), String.join(", ", allowed));
        });
        return text;
    }

    /** Returns the names of the members that are none of {@code known}. */
    public List<String> unknown(Set<String> known) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                names.add(name(key));
            }
        });
        return names;
    }

    /** Rejects members that are none of {@code known}. */
    public void allowOnly(Set<String> known) {
        unknown(known).stream().findFirst().ifPresent(it -> {
            throw ParameterError.of(
                    "member", it, String.join(", ", known.stream().sorted().toList()));
        });
    }

    /** Returns an array of strings; an empty list if it is not set. */
    public List<String> texts(String key) {
        Optional<JsonNode> array = value(key);
        if (array.isEmpty()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        array.get().forEach(it -> texts.add(it.textValue()));
        if (!array.get().isArray() || texts.contains(null)) {
            throw ParameterError.of(name(key), array.get(), "an array of strings");
        }
        return texts;
    }

    /** Returns an integer from {@code minimum} to {@code maximum}. */
    public Optional<Integer> integer(String key, int minimum, int maximum) {
        return value(key).map(value -> {
            boolean valid = value.isIntegralNumber()
                    && value.canConvertToInt()
                    && value.intValue() >= minimum
                    && value.intValue() <= maximum;
            if (!valid) {
                String range = "integers from " + minimum;
                throw ParameterError.of(
                        name(key), value, maximum == Integer.MAX_VALUE ? range : range + " to " + maximum);
            }
            return value.intValue();
        });
    }

    /** Returns a boolean. */
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

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
        return value(key, JsonNode::isObject, "a JSON object")
                .map(it -> new JsonParameters(name(key), (ObjectNode) it));
    }

    /** Returns a string. */
    public Optional<String> text(String key) {
        return value(key, JsonNode::isTextual, "a string").map(JsonNode::textValue);
    }

    /** Returns a string with a maximum length in characters. */
    public Optional<String> text(String key, int maximum) {
        return value(
                        key,
                        it -> it.isTextual() && it.textValue().codePoints().count() <= maximum,
                        "at most " + maximum + " characters")
                .map(JsonNode::textValue);
    }

    /** Returns a string that must be set and not be blank. */
    public String required(String key) {
        return text(key).filter(it -> !it.isBlank()).orElseThrow(() -> ParameterError.missing(name(key)));
    }

    /** Returns one of several strings. */
    public Optional<String> oneOf(String key, List<String> allowed) {
        return value(key, it -> it.isTextual() && allowed.contains(it.textValue()), String.join(", ", allowed))
                .map(JsonNode::textValue);
    }

    /** Returns the names of the members that are none of {@code known}. */
    public List<String> unknown(Set<String> known) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names.stream().filter(it -> !known.contains(it)).map(this::name).toList();
    }

    /** Rejects members that are none of {@code known}. */
    public void allowOnly(Set<String> known) {
        for (String member : unknown(known)) {
            throw ParameterError.of("member", member, String.join(", ", new TreeSet<>(known)));
        }
    }

    /** Returns an array of strings; an empty list if it is not set. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        object.path(key).forEach(it -> texts.add(it.textValue()));
        value(key, it -> it.isArray() && !texts.contains(null), "an array of strings");
        return texts;
    }

    /** Returns an integer from {@code minimum} to {@code maximum}. */
    public Optional<Integer> integer(String key, int minimum, int maximum) {
        String range = "integers from " + minimum + (maximum == Integer.MAX_VALUE ? "" : " to " + maximum);
        return value(
                        key,
                        it -> it.isIntegralNumber()
                                && it.canConvertToInt()
                                && it.intValue() >= minimum
                                && it.intValue() <= maximum,
                        range)
                .map(JsonNode::intValue);
    }

    /** Returns a boolean. */
    public Optional<Boolean> flag(String key) {
        return value(key, JsonNode::isBoolean, "true, false").map(JsonNode::booleanValue);
    }

    private Optional<JsonNode> value(String key, Predicate<JsonNode> valid, String allowed) {
        JsonNode value = object.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!valid.test(value)) {
            throw ParameterError.of(name(key), value, allowed);
        }
        return Optional.of(value);
    }

    private String name(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}

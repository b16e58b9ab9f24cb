/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where an option goes in a request, and how it is written there. Only what was given is written.
 *
 * @param option the option
 * @param path the query parameter, or the path in the JSON body with dots between names
 * @param encoding how the value is written
 */
record WireField(Option<?> option, String path, Encoding encoding) {

    /** How values are written. */
    enum Encoding {
        /** As they are. */
        PLAIN,
        /** A flag as 0 or 1. */
        SWITCH
    }

    static WireField plain(Option<?> option, String path) {
        return new WireField(option, path, Encoding.PLAIN);
    }

    static WireField zeroOrOne(Option<Boolean> option, String path) {
        return new WireField(option, path, Encoding.SWITCH);
    }

    /** The value for a call as it is written, or empty when it was not given. */
    private Optional<Object> value(CallOptions options) {
        return options.get(option)
                .map(value -> encoding == Encoding.SWITCH ? (Object) (Boolean.TRUE.equals(value) ? 1 : 0) : value);
    }

    /** Writes what was given into a query. */
    static void writeQuery(List<WireField> fields, CallOptions options, Map<String, String> query) {
        fields.forEach(field -> field.value(options).ifPresent(value -> query.put(field.path, value.toString())));
    }

    /**
     * Writes what was given into a JSON body, creating the objects on the way.
     *
     * @throws IllegalArgumentException when the body has something else where an object is to be
     */
    static void writeJson(List<WireField> fields, CallOptions options, ObjectNode body) {
        fields.forEach(field -> field.value(options).ifPresent(value -> {
            String[] names = field.path.split("\\.");
            ObjectNode parent = body;
            for (int index = 0; index < names.length - 1; index++) {
                parent = object(parent, names[index], options);
            }
            parent.putPOJO(names[names.length - 1], value);
        }));
    }

    /** Writes keys that the component does not know, as they stand. */
    static void writeKeys(Option<Map<?, ?>> option, CallOptions options, ObjectNode parent, String... path) {
        keys(option, options).forEach((key, value) -> {
            ObjectNode target = parent;
            for (String name : path) {
                target = object(target, name, options);
            }
            target.putPOJO(key, JsonScalars.of(value));
        });
    }

    private static ObjectNode object(ObjectNode parent, String name, CallOptions options) {
        JsonNode present = parent.path(name);
        if (present.isObject() || present.isNull() || present.isMissingNode()) {
            return parent.withObjectProperty(name);
        }
        throw options.refusal("'" + name + "' is " + CallOptions.shown(present)
                + "; allowed is a JSON object, because options go into it");
    }

    private static Map<String, Object> keys(Option<Map<?, ?>> option, CallOptions options) {
        Map<String, Object> keys = new LinkedHashMap<>();
        options.fromEndpoint(option).ifPresent(given -> given.forEach((key, value) -> keys.put(key.toString(), value)));
        options.fromHeader(option).ifPresent(given -> given.forEach((key, value) -> keys.put(key.toString(), value)));
        return keys;
    }
}

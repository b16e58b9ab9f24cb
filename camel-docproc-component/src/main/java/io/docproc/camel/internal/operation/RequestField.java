/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Maps an option to a field of the request. An option that is not set is not sent.
 *
 * @param option the option
 * @param path the query parameter, or the path in the JSON body with dots between names
 * @param encoding the encoding of the value
 */
record RequestField(CallOption<?> option, String path, Encoding encoding) {

    /** Encoding of a value. */
    enum Encoding {
        /** The value unchanged. */
        PLAIN,
        /** A boolean as 0 or 1. */
        SWITCH
    }

    static RequestField plain(CallOption<?> option, String path) {
        return new RequestField(option, path, Encoding.PLAIN);
    }

    static RequestField zeroOrOne(CallOption<Boolean> option, String path) {
        return new RequestField(option, path, Encoding.SWITCH);
    }

    /** Returns the encoded value for a call; empty if the option is not set. */
    private Optional<Object> value(CallOptions options) {
        return options.get(option)
                .map(value -> encoding == Encoding.SWITCH ? (Object) (Boolean.TRUE.equals(value) ? 1 : 0) : value);
    }

    /** Adds the options that are set to a query. */
    static void writeQuery(List<RequestField> fields, CallOptions options, Map<String, String> query) {
        fields.forEach(field -> field.value(options).ifPresent(value -> query.put(field.path, value.toString())));
    }

    /**
     * Adds the options that are set to a JSON body, and creates the objects of their paths.
     *
     * @throws io.docproc.camel.error.DocprocException if the path of an option contains a value other than an object
     */
    static void writeJson(List<RequestField> fields, CallOptions options, ObjectNode body) {
        fields.forEach(field -> field.value(options).ifPresent(value -> {
            String[] names = field.path.split("\\.");
            ObjectNode parent = body;
            for (int index = 0; index < names.length - 1; index++) {
                parent = object(parent, names[index], options);
            }
            parent.putPOJO(names[names.length - 1], value);
        }));
    }

    /**
     * Adds keys that the component does not define, unchanged.
     *
     * @throws io.docproc.camel.error.DocprocException if the path contains a value other than an object
     */
    static void writeKeys(CallOption<Map<?, ?>> option, CallOptions options, ObjectNode parent, String... path) {
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
                + "; allowed is a JSON object, to which options are added; correct the option config or its header");
    }

    /** Returns the keys of the endpoint and of the message; those of the message override. */
    static Map<String, Object> keys(CallOption<Map<?, ?>> option, CallOptions options) {
        Map<String, Object> keys = new LinkedHashMap<>();
        options.fromEndpoint(option).ifPresent(given -> given.forEach((key, value) -> keys.put(key.toString(), value)));
        options.fromHeader(option).ifPresent(given -> given.forEach((key, value) -> keys.put(key.toString(), value)));
        return keys;
    }
}

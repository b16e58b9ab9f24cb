/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the options of a call to the fields of its request, in the order of their declaration. An option that is not
 * set is not sent.
 */
final class RequestFields {
    private RequestFields() {}

    /** Returns the query of a call. Keys of an option overwrite the parameters of the options before it. */
    static Map<String, String> query(List<CallOption<?>> declared, CallOptions options) {
        Map<String, String> query = new LinkedHashMap<>();
        for (CallOption<?> option : declared) {
            if (option.hasKeys()) {
                options.keys(option).forEach((name, value) -> query.compute(name, (key, old) -> text(value, old)));
            } else {
                value(option, options).ifPresent(value -> query.put(path(option), value.toString()));
            }
        }
        return query;
    }

    private static String text(Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }

    /**
     * Adds the options to a JSON body, and creates the objects of their paths.
     *
     * @throws io.docproc.camel.error.DocprocException if the path of an option contains a value other than an object
     */
    static void writeJson(List<CallOption<?>> declared, CallOptions options, ObjectNode body) {
        for (CallOption<?> option : declared) {
            if (option.field().isPresent()) {
                write(option, options, body);
            }
        }
    }

    private static void write(CallOption<?> option, CallOptions options, ObjectNode body) {
        List<String> names = List.of(path(option).split("\\."));
        int last = names.size() - 1;
        if (option.hasKeys()) {
            options.keys(option)
                    .forEach((key, value) -> object(body, names, options).putPOJO(key, RequestJson.ofParameter(value)));
        } else {
            value(option, options).ifPresent(value -> object(body, names.subList(0, last), options)
                    .putPOJO(names.get(last), value));
        }
    }

    private static String path(CallOption<?> option) {
        return option.field().map(RequestField::path).orElseThrow();
    }

    /** Returns the encoded value of an option; empty if it is not set or not sent. */
    private static <T> Optional<Object> value(CallOption<T> option, CallOptions options) {
        return option.field().flatMap(field -> options.get(option).map(field::encode));
    }

    private static ObjectNode object(ObjectNode body, List<String> names, CallOptions options) {
        ObjectNode object = body;
        for (String name : names) {
            object = object(object, name, options);
        }
        return object;
    }

    /**
     * Returns an object of a JSON object, and creates it if it is missing.
     *
     * @throws io.docproc.camel.error.DocprocException if the value is not an object
     */
    static ObjectNode object(ObjectNode parent, String name, CallOptions options) {
        JsonNode present = parent.path(name);
        if (present.isObject() || present.isNull() || present.isMissingNode()) {
            return parent.withObjectProperty(name);
        }
        throw options.refusal(
                "'" + name + "' is JSON of type " + present.getNodeType().name().toLowerCase(Locale.ROOT)
                        + "; allowed is a JSON object, to which options are added; correct the option config or its header");
    }
}

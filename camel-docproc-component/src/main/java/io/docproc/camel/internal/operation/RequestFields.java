/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.ModelJson;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the options of a call to the fields of its request, in the order of their declaration, and the fields of
 * {@code param.*} over them. An option that is not set is not sent.
 */
final class RequestFields {
    private RequestFields() {}

    /**
     * Returns a URL with the query of a call. A list repeats its parameter.
     *
     * @throws DocprocException if the query is too long
     */
    static URI query(URI url, OptionValues options) {
        Map<String, Object> query = new LinkedHashMap<>();
        options.fields().forEach((name, value) -> query.put(name, zeroOrOne(value)));
        query.putAll(options.document().getParam());
        URI complete = QueryString.append(url, query);
        if (QueryString.length(complete) > QueryString.MAX_LENGTH) {
            throw options.refusal("the query has " + QueryString.length(complete)
                    + " characters, from the options param.* and the header CamelDocprocParam; allowed are at most "
                    + QueryString.MAX_LENGTH
                    + "; send long values in the body of a POST");
        }
        return complete;
    }

    /** Returns a switch as the service has it in queries and in {@code parse_options}. */
    private static Object zeroOrOne(Object value) {
        return value instanceof Boolean on ? Integer.valueOf(on ? 1 : 0) : value;
    }

    /**
     * Adds the options of a call to a JSON body, and creates the objects of their paths.
     *
     * @throws DocprocException if the path of an option contains a value other than an object
     */
    static void writeJson(OptionValues options, ObjectNode body) {
        fields(options).forEach((path, value) -> write(body, path, value, options));
    }

    /** Adds the options of a call to a JSON body. Its fields override the endpoint, and the headers override its fields. */
    static void complete(OptionValues options, ObjectNode body) {
        fields(options).forEach((path, value) -> {
            JsonNode present = body;
            for (String name : path.split("\\.")) {
                present = present.path(name);
            }
            if (present.isMissingNode() || present.isNull() || options.hasHeaderFor(path)) {
                write(body, path, value, options);
            }
        });
    }

    /** Returns the fields of the options by their paths; those of {@code param.*} come last. */
    private static Map<String, JsonNode> fields(OptionValues options) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        options.fields().forEach((path, value) -> {
            Object sent = path.startsWith("parse_options.") ? zeroOrOne(value) : value;
            fields.put(path, ModelJson.mapper().valueToTree(sent));
        });
        String operation = options.operation().name();
        options.document()
                .getParam()
                .forEach((path, value) ->
                        fields.put(path, RequestJson.tree(operation, "param." + path, RequestJson.ofParameter(value))));
        return fields;
    }

    private static void write(ObjectNode body, String path, JsonNode value, OptionValues options) {
        String[] names = path.split("\\.", 2);
        if (names.length > 1) {
            write(object(body, names[0], options), names[1], value, options);
        } else if (value instanceof ObjectNode added && body.get(path) instanceof ObjectNode present) {
            present.setAll(added);
        } else {
            body.set(path, value);
        }
    }

    /**
     * Returns an object of a JSON object, and creates it if it is missing.
     *
     * @throws DocprocException if the value is not an object
     */
    static ObjectNode object(ObjectNode parent, String name, OptionValues options) {
        JsonNode present = parent.path(name);
        if (present.isObject() || present.isNull() || present.isMissingNode()) {
            return parent.withObjectProperty(name);
        }
        throw options.refusal(
                "'" + name + "' is JSON of type " + present.getNodeType().name().toLowerCase(Locale.ROOT)
                        + "; allowed is a JSON object, to which options are added; correct the option config or its header");
    }
}

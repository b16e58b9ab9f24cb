/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.ModelJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Writes the options of a call to the fields of its request, in the order of their declaration, and the fields of
 * {@code param.*} over them. An option that is not set is not sent.
 */
final class RequestFields {
    private static final int MAX_QUERY = 8_000;
    private static final String NAMED = "names that are not blank, with texts, numbers, booleans, ";
    private static final String QUERY_VALUES =
            NAMED + "enums, java.time values or lists of them; encoded at most " + MAX_QUERY + " characters";
    private static final String JSON_VALUES = NAMED + "maps or lists; a name is a path of names with dots between them";
    private static final List<String> SET_BY_EXTRACT = List.of("file", "schema");

    private RequestFields() {}

    /** Returns the option {@code param} with the fields that it can have in an operation. */
    static CallOption paramsOf(DocprocOperation operation, CallOption option) {
        if (operation.hasQuery()) {
            return option.allowing(QUERY_VALUES, value -> isQuery((Map<?, ?>) value));
        }
        return operation == DocprocOperation.extract
                ? option.allowing(
                        JSON_VALUES
                                + ", and does not begin with file or schema, which fileUrl, fileName and schema set",
                        value -> arePaths((Map<?, ?>) value, SET_BY_EXTRACT))
                : option.allowing(JSON_VALUES, value -> arePaths((Map<?, ?>) value, List.of()));
    }

    private static boolean isQuery(Map<?, ?> query) {
        return query.keySet().stream()
                        .allMatch(name -> name != null && !name.toString().isBlank())
                && query.values().stream().flatMap(RequestFields::values).allMatch(RequestFields::isScalar)
                && length(encoded(URI.create("/"), query)) <= MAX_QUERY;
    }

    private static boolean arePaths(Map<?, ?> params, List<String> reserved) {
        return params.keySet().stream().allMatch(path -> {
            List<String> names = List.of(String.valueOf(path).split("\\.", -1));
            return names.stream().noneMatch(String::isBlank) && !reserved.contains(names.get(0));
        });
    }

    private static Stream<?> values(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().filter(Objects::nonNull);
        }
        return value instanceof Object[] several
                ? Arrays.stream(several).filter(Objects::nonNull)
                : Stream.ofNullable(value);
    }

    private static boolean isScalar(Object value) {
        return value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum<?>
                || value instanceof TemporalAccessor
                || value instanceof UUID;
    }

    /**
     * Returns a URL with the query of a call. A list repeats its parameter.
     *
     * @throws DocprocException if the query is too long
     */
    static URI query(URI url, CallOptions options) {
        Map<String, Object> query = new LinkedHashMap<>();
        for (CallOption option : options.operation().options()) {
            if (!option.field().isEmpty()) {
                options.get(option).ifPresent(value -> query.put(option.field(), zeroOrOne(value)));
            }
        }
        query.putAll(options.params());
        URI complete = encoded(url, query);
        if (length(complete) > MAX_QUERY) {
            throw options.refusal("the query has " + length(complete) + " characters, from the options param.* and the"
                    + " header CamelDocprocParam; allowed are at most " + MAX_QUERY
                    + "; send long values in the body of a POST");
        }
        return complete;
    }

    private static URI encoded(URI url, Map<?, ?> query) {
        if (query.isEmpty()) {
            return url;
        }
        URIBuilder builder = new URIBuilder(url);
        query.forEach(
                (name, value) -> values(value).forEach(one -> builder.addParameter(name.toString(), one.toString())));
        try {
            return builder.build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static int length(URI url) {
        return Optional.ofNullable(url.getRawQuery()).map(String::length).orElse(0);
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
    static void writeJson(CallOptions options, ObjectNode body) {
        fields(options).forEach((path, value) -> write(body, path, value, options));
    }

    /** Adds the options of a call to a JSON body. Its fields override the endpoint, and the headers override its fields. */
    static void complete(CallOptions options, ObjectNode body) {
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
    private static Map<String, JsonNode> fields(CallOptions options) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        for (CallOption option : options.operation().options()) {
            if (!option.field().isEmpty()) {
                options.get(option).ifPresent(value -> {
                    Object sent = option.field().startsWith("parse_options.") ? zeroOrOne(value) : value;
                    fields.put(option.field(), ModelJson.mapper().valueToTree(sent));
                });
            }
        }
        String operation = options.operation().name();
        options.params()
                .forEach((path, value) ->
                        fields.put(path, RequestJson.tree(operation, "param." + path, RequestJson.ofParameter(value))));
        return fields;
    }

    private static void write(ObjectNode body, String path, JsonNode value, CallOptions options) {
        List<String> names = List.of(path.split("\\."));
        ObjectNode parent = body;
        for (String name : names.subList(0, names.size() - 1)) {
            parent = object(parent, name, options);
        }
        String last = names.get(names.size() - 1);
        if (value instanceof ObjectNode added && parent.get(last) instanceof ObjectNode present) {
            present.setAll(added);
        } else {
            parent.set(last, value);
        }
    }

    /**
     * Returns an object of a JSON object, and creates it if it is missing.
     *
     * @throws DocprocException if the value is not an object
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

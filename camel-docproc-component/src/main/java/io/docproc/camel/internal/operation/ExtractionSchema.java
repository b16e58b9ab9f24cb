/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * JSON schema of the fields to extract: that of the message header, else that of the endpoint, else the one generated
 * from {@code outputClass}. Validates the limits of the public API reference, 3 levels and 100 leaf fields, unless
 * {@code validateInput} is false.
 */
final class ExtractionSchema {
    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;

    private final JsonOption option;
    private final Optional<OutputClass> outputType;
    private final Optional<String> endpointProblem;

    /**
     * Reads and validates the schema of the endpoint.
     *
     * @throws IllegalArgumentException if the schema cannot be read, or it is invalid and the endpoint validates input
     */
    ExtractionSchema(OperationContext context, Optional<OutputClass> outputType) {
        this.option = new JsonOption("schema", context);
        this.outputType = outputType;
        String source = option.configured().isPresent() ? "schema" : "outputClass";
        this.endpointProblem = option.configured()
                .or(this::ofOutputClass)
                .flatMap(ExtractionSchema::problem)
                .map(problem -> source + " of docproc:" + context.name() + ": " + problem);
        if (endpointProblem.isPresent()
                && context.configured("validateInput", Boolean.class).orElse(true)) {
            throw new IllegalArgumentException("Option " + endpointProblem.get());
        }
    }

    private Optional<ObjectNode> ofOutputClass() {
        return outputType.map(OutputClass::schema);
    }

    /**
     * Returns the schema for one message. Adds {@code type: object}, which the interface document requires, to a schema
     * without a type.
     *
     * @throws DocprocException if there is no schema, or the schema is invalid and the call validates input
     */
    ObjectNode value(CallOptions options) {
        Optional<ObjectNode> header = option.fromHeader(options);
        if (options.validateInput()) {
            Optional<String> problem = header.isPresent()
                    ? header.flatMap(ExtractionSchema::problem)
                            .map(reason -> "header " + option.headerName() + ": " + reason)
                    : endpointProblem.map(reason -> "option " + reason);
            problem.ifPresent(reason -> {
                throw options.refusal(reason);
            });
        }
        return header.or(option::configured)
                .or(this::ofOutputClass)
                .map(ExtractionSchema::withType)
                .orElseThrow(
                        () -> options.refusal("no schema is set; one is required; set the option schema to a resource,"
                                + " outputClass to a class, or the header " + option.headerName()
                                + " to a JSON schema"));
    }

    private static ObjectNode withType(ObjectNode schema) {
        return schema.has("type")
                ? schema
                : JsonNodeFactory.instance.objectNode().put("type", "object").setAll(schema);
    }

    /** Returns the reason why a schema is invalid; empty if it is valid. */
    private static Optional<String> problem(ObjectNode schema) {
        JsonNode type = schema.path("type");
        if (!type.isMissingNode() && !isObject(type)) {
            return Optional.of("the schema has the type " + CallOptions.shown(type) + "; allowed is a JSON schema with"
                    + " type object and 'properties'; wrap the schema in an object with one property");
        }
        if (!(schema.get("properties") instanceof ObjectNode properties) || properties.isEmpty()) {
            return Optional.of("the schema has no 'properties'; allowed is a JSON schema with type object and at least"
                    + " one property");
        }
        int levels = levels(schema);
        if (levels > MAX_LEVELS) {
            return Optional.of("the schema nests " + levels + " levels; allowed are at most " + MAX_LEVELS
                    + "; move fields to a higher level");
        }
        int leaves = leaves(schema);
        return leaves > MAX_LEAVES
                ? Optional.of("the schema has " + leaves + " leaf fields; allowed are at most " + MAX_LEAVES
                        + "; split it into several calls")
                : Optional.empty();
    }

    private static boolean isObject(JsonNode type) {
        return type.asText().equals("object")
                || StreamSupport.stream(type.spliterator(), false)
                        .anyMatch(name -> name.asText().equals("object"));
    }

    /** Returns the nesting depth. An object counts as a level, an array does not; its items may. */
    private static int levels(JsonNode schema) {
        if (schema.get("items") instanceof ObjectNode items) {
            return levels(items);
        }
        int deepest = 0;
        for (JsonNode property : schema.path("properties")) {
            deepest = Math.max(deepest, levels(property));
        }
        return schema.has("properties") ? deepest + 1 : 0;
    }

    private static int leaves(JsonNode schema) {
        if (schema.get("items") instanceof ObjectNode items) {
            return leaves(items);
        }
        if (!schema.has("properties")) {
            return 1;
        }
        int leaves = 0;
        for (JsonNode property : schema.path("properties")) {
            leaves += leaves(property);
        }
        return leaves;
    }
}

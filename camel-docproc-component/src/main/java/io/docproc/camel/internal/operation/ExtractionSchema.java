/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import java.util.Optional;

/**
 * JSON schema of the fields to extract: that of the message header, else that of the endpoint, else the one generated
 * from {@code outputClass}. Enforces the limits of the public API reference: 3 levels and 100 leaf fields.
 */
final class ExtractionSchema {
    static final CallOption<Object> OPTION = CallOption.of("schema", Object.class, "a JSON schema");

    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;

    private final String operation;
    private final JsonOption option;
    private final OutputClass outputType;

    /**
     * Reads and validates the schema of the endpoint.
     *
     * @throws IllegalArgumentException if the schema cannot be read, is no JSON schema of an object, or exceeds a limit
     */
    ExtractionSchema(OperationContext context, OutputClass outputType) {
        this.operation = context.name();
        this.option = new JsonOption(OPTION, context);
        this.outputType = outputType;
        if (option.configured().isPresent()) {
            requireUsable(OPTION, option.configured());
        } else {
            requireUsable(OutputClass.OPTION, outputType.schema());
        }
    }

    private void requireUsable(CallOption<?> source, Optional<ObjectNode> schema) {
        schema.flatMap(ExtractionSchema::problem).ifPresent(problem -> {
            throw new IllegalArgumentException("Option " + source.name() + " of docproc:" + operation + ": " + problem);
        });
    }

    /**
     * Returns the schema for one message.
     *
     * @throws DocprocException if there is no schema, or the schema of the header is invalid
     */
    ObjectNode value(CallOptions options) {
        Optional<ObjectNode> header = option.fromHeader(options);
        header.flatMap(ExtractionSchema::problem).ifPresent(problem -> {
            throw options.refusal("header " + OPTION.headerName() + ": " + problem);
        });
        return header.or(option::configured)
                .or(outputType::schema)
                .orElseThrow(
                        () -> options.refusal("no schema is set; one is required; set the option schema to a resource,"
                                + " outputClass to a class, or the header " + OPTION.headerName()
                                + " to a JSON schema"));
    }

    /** Returns the reason why a schema is invalid; empty if it is valid. */
    private static Optional<String> problem(ObjectNode schema) {
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

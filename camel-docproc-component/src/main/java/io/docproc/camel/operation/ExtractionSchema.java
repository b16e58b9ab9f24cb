/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import java.util.Optional;

/**
 * Which fields to extract: the header's schema, else the endpoint's, else the one made from {@code outputClass}. Held to
 * the limits that the service's public reference gives: three levels, a hundred leaf fields.
 */
final class ExtractionSchema {
    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;

    private final String operation;
    private final JsonOption option;
    private final OutputType outputType;

    /** @throws IllegalArgumentException when the endpoint's schema cannot be used */
    ExtractionSchema(OperationContext context, OutputType outputType) {
        this.operation = context.name();
        this.option = new JsonOption(Options.SCHEMA, context);
        this.outputType = outputType;
        if (option.configured().isPresent()) {
            requireUsable(Options.SCHEMA, option.configured());
        } else {
            requireUsable(Options.OUTPUT_CLASS, outputType.schema());
        }
    }

    private void requireUsable(Option<?> source, Optional<ObjectNode> schema) {
        schema.flatMap(ExtractionSchema::problem).ifPresent(problem -> {
            throw new IllegalArgumentException("Option " + source.name() + " of docproc:" + operation + ": " + problem);
        });
    }

    /**
     * The schema for one message.
     *
     * @throws DocprocException when there is none, or it is beyond a limit
     */
    ObjectNode value(CallOptions options) {
        Optional<ObjectNode> header = option.fromHeader(options);
        header.flatMap(ExtractionSchema::problem).ifPresent(problem -> {
            throw refused("header " + Options.SCHEMA.headerName() + ": " + problem);
        });
        return header.or(option::configured)
                .or(outputType::schema)
                .orElseThrow(() -> refused("there is no schema: set the option schema to a resource, outputClass to a"
                        + " class, or the header " + Options.SCHEMA.headerName() + " to a JSON schema"));
    }

    private DocprocException refused(String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(operation, reason);
    }

    /** What is wrong with a schema, if anything. */
    private static Optional<String> problem(ObjectNode schema) {
        if (!(schema.get("properties") instanceof ObjectNode properties) || properties.isEmpty()) {
            return Optional.of("the schema has no 'properties'; allowed is a JSON schema with type object and at least"
                    + " one property");
        }
        int levels = levels(schema);
        if (levels > MAX_LEVELS) {
            return Optional.of("the schema nests " + levels + " levels; allowed are at most " + MAX_LEVELS);
        }
        int leaves = leaves(schema);
        return leaves > MAX_LEAVES
                ? Optional.of("the schema has " + leaves + " leaf fields; allowed are at most " + MAX_LEAVES)
                : Optional.empty();
    }

    /** An object is a level; an array is none of its own, its items may be. */
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

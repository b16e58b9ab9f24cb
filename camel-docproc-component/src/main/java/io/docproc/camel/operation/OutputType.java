/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.http.Envelope;
import io.docproc.camel.model.ExtractedFields;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;

/**
 * The class that extracted fields become an instance of: its JSON schema is what is asked for, and Jackson's annotations
 * give names and descriptions.
 */
final class OutputType {
    private final String operation;
    private final CamelContext camelContext;
    private final ObjectMapper mapper;
    private final Optional<Target> configured;
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    private record Target(Class<?> type, ObjectNode schema) {}

    /** @throws IllegalArgumentException when the endpoint names a class that is not there */
    OutputType(OperationContext context) {
        this.operation = context.name();
        this.camelContext = context.camelContext();
        this.mapper = tolerant(context.mapper());
        this.configured = context.configured(Options.OUTPUT_CLASS).map(name -> target(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Option outputClass of docproc:" + context.name() + " is " + unknown(name))));
    }

    /** A missing text is an empty string, whatever the field's type: it reads as null. */
    private static ObjectMapper tolerant(ObjectMapper users) {
        ObjectMapper mapper = users.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        for (LogicalType logical : LogicalType.values()) {
            if (logical != LogicalType.Textual) {
                mapper.coercionConfigFor(logical).setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsNull);
            }
        }
        return mapper;
    }

    private Optional<Target> target(String name) {
        return Optional.ofNullable(targets.computeIfAbsent(name, this::resolve));
    }

    private Target resolve(String name) {
        Class<?> type = camelContext.getClassResolver().resolveClass(name);
        return type == null ? null : new Target(type, schemaOf(type));
    }

    private static String unknown(String name) {
        return "'" + name + "', and there is no such class on the class path; allowed is a fully qualified class name";
    }

    private Optional<Target> target(CallOptions options) {
        return options.fromHeader(Options.OUTPUT_CLASS)
                .map(name -> target(name)
                        .orElseThrow(() -> ErrorCode.PARAMETER_ERROR.refusal(
                                operation, "header " + Options.OUTPUT_CLASS.headerName() + " is " + unknown(name))))
                .or(() -> configured);
    }

    private ObjectNode schemaOf(Class<?> target) {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        mapper, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(new JacksonModule(JacksonOption.RESPECT_JSONPROPERTY_REQUIRED))
                .with(com.github.victools.jsonschema.generator.Option.INLINE_ALL_SCHEMAS)
                .without(com.github.victools.jsonschema.generator.Option.SCHEMA_VERSION_INDICATOR);
        return new SchemaGenerator(config.build()).generateSchema(target);
    }

    /** The schema of the endpoint's class. */
    Optional<ObjectNode> configuredSchema() {
        return configured.map(Target::schema);
    }

    /**
     * The schema of the header's class, else of the endpoint's.
     *
     * @throws DocprocException when the header names a class that is not there
     */
    Optional<ObjectNode> schema(CallOptions options) {
        return target(options).map(Target::schema);
    }

    /**
     * The fields, or an instance of the class when one is asked for.
     *
     * @throws DocprocInvalidResponseException when the values do not fit the class; the fields are in its excerpt
     */
    Object instance(ExtractedFields fields, CallOptions options, Envelope envelope) {
        Optional<Target> target = target(options);
        if (target.isEmpty()) {
            return fields;
        }
        Class<?> type = target.get().type();
        try {
            return mapper.convertValue(fields, type);
        } catch (IllegalArgumentException misfit) {
            throw new DocprocInvalidResponseException(
                    envelope.failure()
                            .withMessage(
                                    "the extracted fields do not fit " + type.getName() + ": " + misfit.getMessage()),
                    fields.toString(),
                    misfit);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
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
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.http.Envelope;
import io.docproc.camel.model.ExtractedFields;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;

/**
 * The class that extracted fields become an instance of: its JSON schema is what is asked for, and Jackson's annotations
 * give names and descriptions. Only the endpoint names the class: a header may come from outside, and a class that
 * somebody else chooses must never be made an instance of.
 */
final class OutputType {
    private final CamelContext camelContext;
    private final ObjectMapper mapper;
    private final Optional<Class<?>> type;
    private final Optional<ObjectNode> schema;

    /** @throws IllegalArgumentException when the endpoint names a class that is not there */
    OutputType(OperationContext context) {
        this.camelContext = context.camelContext();
        this.type = context.configured(Options.OUTPUT_CLASS).map(this::resolve);
        this.mapper = type.isPresent() ? tolerant(context.mapper()) : context.mapper();
        this.schema = type.map(this::schemaOf);
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

    private Class<?> resolve(String name) {
        Class<?> resolved = camelContext.getClassResolver().resolveClass(name);
        if (resolved == null) {
            throw new IllegalArgumentException("Option outputClass of docproc:extract is " + name
                    + ", and there is no such class on the class path; allowed is a fully qualified class name");
        }
        return resolved;
    }

    private ObjectNode schemaOf(Class<?> target) {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        mapper, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(new JacksonModule(
                        JacksonOption.RESPECT_JSONPROPERTY_REQUIRED,
                        JacksonOption.FLATTENED_ENUMS_FROM_JSONVALUE,
                        JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY))
                .with(com.github.victools.jsonschema.generator.Option.INLINE_ALL_SCHEMAS)
                .without(com.github.victools.jsonschema.generator.Option.SCHEMA_VERSION_INDICATOR);
        PropertyNamingStrategy naming = mapper.getPropertyNamingStrategy();
        if (naming != null) {
            config.forFields()
                    .withPropertyNameOverrideResolver(field ->
                            naming.nameForField(mapper.getDeserializationConfig(), null, field.getDeclaredName()));
        }
        try {
            return new SchemaGenerator(config.build()).generateSchema(target);
        } catch (IllegalArgumentException circular) {
            throw new IllegalArgumentException(
                    "Option outputClass of docproc:extract is " + target.getName()
                            + ", which contains itself; allowed is a class whose fields end after three levels",
                    circular);
        }
    }

    /** What the class itself has thrown; Jackson's own exceptions quote the document. */
    private static Throwable thrownByTheClass(IllegalArgumentException misfit) {
        Throwable cause = misfit.getCause() == null ? null : misfit.getCause().getCause();
        return cause instanceof JsonProcessingException ? null : cause;
    }

    /** Where in the class the values do not fit. */
    private static String at(IllegalArgumentException misfit) {
        return misfit.getCause() instanceof JsonMappingException mapping
                ? mapping.getPath().stream()
                        .map(step ->
                                step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                        .collect(Collectors.joining("", " at ", ""))
                : "";
    }

    /** The schema of the endpoint's class. */
    Optional<ObjectNode> schema() {
        return schema.map(ObjectNode::deepCopy);
    }

    /**
     * The fields, or an instance of the class when one is asked for.
     *
     * @throws DocprocInvalidResponseException when the values do not fit the class; it names the field, not what the
     *     document holds
     */
    Object instance(ExtractedFields fields, Envelope envelope) {
        if (type.isEmpty()) {
            return fields;
        }
        try {
            return mapper.convertValue(fields, type.get());
        } catch (IllegalArgumentException misfit) {
            throw new DocprocInvalidResponseException(
                    envelope.failure()
                            .withMessage("the extracted fields do not fit "
                                    + type.get().getName() + at(misfit)
                                    + "; set output=response to take the fields as they are"),
                    "",
                    thrownByTheClass(misfit));
        }
    }
}

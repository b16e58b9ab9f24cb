/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractedFields;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.TypeConverterRegistry;
import org.apache.camel.support.SimpleTypeConverter;
import org.apache.commons.io.function.IOFunction;

/**
 * Class that extracted fields are mapped to. Its JSON schema is requested if no other schema is set; Jackson
 * annotations define names and descriptions. Only the endpoint can set the class: a header may come from an untrusted
 * sender, which must not choose the class to instantiate.
 */
final class OutputClass {
    private static final String CREATABLE =
            "; allowed is a class that Jackson can create; add a constructor or the module, or use output=json";

    private final Class<?> type;
    private final ObjectMapper mapper;
    private final ObjectNode schema;

    private OutputClass(String name, CamelContext camelContext) {
        this.type = resolve(name, camelContext);
        try {
            this.mapper = tolerant(mapperOf(camelContext));
            this.schema = generateSchema();
            requireFillable();
            // Creates the serializer, so that a missing class that only it uses is found as well.
            mapper.writerFor(type);
            addConverters(camelContext.getTypeConverterRegistry());
        } catch (LinkageError e) {
            throw cannotBeFilled(
                    e + "; allowed is a class whose classes are all on the class path; add the missing class, or use"
                            + " output=json",
                    e);
        }
    }

    /**
     * Resolves the class of the endpoint and generates its schema; empty if no class is set.
     *
     * @throws IllegalArgumentException if the class does not exist, contains itself or cannot be created by Jackson
     */
    static Optional<OutputClass> of(Operation.Settings settings) {
        return Optional.ofNullable(settings.options().extract().getOutputClass())
                .map(name -> new OutputClass(name, settings.camelContext()));
    }

    /**
     * Lets Camel convert instances to JSON, as it does the other bodies: the mapper of a data format has no module for
     * {@code java.time}. A converter of the application takes precedence. Types of the JDK keep their conversions.
     */
    private void addConverters(TypeConverterRegistry converters) {
        if (!type.getName().startsWith("java.")) {
            addConverter(converters, String.class, mapper::writeValueAsString);
            addConverter(converters, byte[].class, mapper::writeValueAsBytes);
            addConverter(
                    converters,
                    InputStream.class,
                    instance -> new ByteArrayInputStream(mapper.writeValueAsBytes(instance)));
        }
    }

    private void addConverter(TypeConverterRegistry converters, Class<?> to, IOFunction<Object, Object> json) {
        if (converters.lookup(to, type) == null) {
            converters.addTypeConverter(
                    to, type, new SimpleTypeConverter(false, (target, exchange, instance) -> json.apply(instance)));
        }
    }

    /**
     * Reads fields without values. A class that can never be filled would fail after each billed call. A constructor may
     * reject missing values, and then fills the class all the same when they are there.
     */
    private void requireFillable() {
        String kind = schema.path("type").asText("object");
        if (!kind.equals("object")) {
            throw cannotBeFilled(
                    "it cannot be created from a JSON object, but from JSON of type " + kind + CREATABLE, null);
        }
        try {
            mapper.convertValue(withoutValues(schema), type);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof InvalidDefinitionException failure) {
                String path = UnreadableJsonException.location(failure);
                String location = path.isBlank() || path.equals(" at ") ? "" : path;
                throw cannotBeFilled(failure.getOriginalMessage() + location + CREATABLE, null);
            }
        }
    }

    private IllegalArgumentException cannotBeFilled(String problem, Throwable cause) {
        return new IllegalArgumentException(
                "Option outputClass of docproc:extract is " + type.getName() + ", which cannot be filled: " + problem,
                cause);
    }

    /** Returns an object of a schema with empty texts, as the service sends them for missing values of any type. */
    private static JsonNode withoutValues(JsonNode schema) {
        if (schema.has("items")) {
            return JsonNodeFactory.instance.arrayNode().add(withoutValues(schema.get("items")));
        }
        if (!schema.path("type").asText("object").equals("object")) {
            return JsonNodeFactory.instance.textNode("");
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        schema.path("properties")
                .properties()
                .forEach(field -> object.set(field.getKey(), withoutValues(field.getValue())));
        return object;
    }

    /**
     * Returns the mapper in the registry if there is exactly one, as camel-jackson does. Otherwise returns a new mapper
     * with all modules on the class path, which reads and writes {@code java.time} types as text, and {@code Optional}.
     */
    private static ObjectMapper mapperOf(CamelContext context) {
        ObjectMapper mapper = context.getRegistry().findSingleByType(ObjectMapper.class);
        return mapper == null
                ? JsonMapper.builder()
                        .addModules(new JavaTimeModule(), new Jdk8Module())
                        .findAndAddModules()
                        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                        .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                        .build()
                : mapper;
    }

    /**
     * Returns a mapper that reads an empty string as null for all types except text. The service sends an empty string
     * for a missing value of any type.
     */
    private static ObjectMapper tolerant(ObjectMapper users) {
        ObjectMapper mapper = users.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        for (LogicalType logical : LogicalType.values()) {
            if (logical != LogicalType.Textual) {
                mapper.coercionConfigFor(logical).setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsNull);
            }
        }
        mapper.coercionConfigFor(LogicalType.Boolean).setCoercion(CoercionInputShape.String, CoercionAction.TryConvert);
        return mapper;
    }

    private static Class<?> resolve(String name, CamelContext camelContext) {
        Class<?> resolved = camelContext.getClassResolver().resolveClass(name);
        if (resolved == null) {
            throw new IllegalArgumentException("Option outputClass of docproc:extract is " + name
                    + ", and there is no such class on the class path; allowed is a fully qualified class"
                    + " name; correct the name, or add the class to the application");
        }
        return resolved;
    }

    private ObjectNode generateSchema() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        mapper, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(new JacksonModule(
                        JacksonOption.RESPECT_JSONPROPERTY_REQUIRED,
                        JacksonOption.FLATTENED_ENUMS_FROM_JSONVALUE,
                        JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY))
                .with(com.github.victools.jsonschema.generator.Option.INLINE_ALL_SCHEMAS)
                .with(com.github.victools.jsonschema.generator.Option.ENUM_KEYWORD_FOR_SINGLE_VALUES)
                .without(com.github.victools.jsonschema.generator.Option.SCHEMA_VERSION_INDICATOR);
        // The service has the type enum and no boolean.
        config.forTypesInGeneral().withTypeAttributeOverride((schemaOfType, scope, context) -> {
            if (schemaOfType.path("type").asText().equals("boolean")) {
                schemaOfType.putArray("enum").add("true").add("false");
            }
            if (schemaOfType.has("enum")) {
                schemaOfType.put("type", "enum");
            }
        });
        PropertyNamingStrategy naming = mapper.getPropertyNamingStrategy();
        if (naming != null) {
            config.forFields()
                    .withPropertyNameOverrideResolver(field ->
                            naming.nameForField(mapper.getDeserializationConfig(), null, field.getDeclaredName()));
        }
        try {
            return new SchemaGenerator(config.build()).generateSchema(type);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Option outputClass of docproc:extract is " + type.getName()
                            + ", which contains itself; allowed is a class that nests at most three levels; remove the"
                            + " recursive field, or set the option schema",
                    e);
        }
    }

    /**
     * Returns the exception that the class itself has thrown, else null. Jackson's own exceptions quote the document,
     * so they are omitted.
     */
    private static Throwable causeFromClass(RuntimeException e) {
        Throwable cause = e.getCause() == null ? null : e.getCause().getCause();
        return cause instanceof JsonProcessingException ? null : cause;
    }

    /** Returns a copy of the schema of the class. */
    ObjectNode schema() {
        return schema.deepCopy();
    }

    /**
     * Returns an instance of the class with these fields.
     *
     * @param response supplies the complete response, which the exception contains
     * @throws DocprocInvalidResponseException if the values do not fit the class; it names the field but not the
     *     content of the document
     */
    Object instance(ExtractedFields fields, Envelope envelope, Supplier<ExtractResponse> response) {
        try {
            return mapper.convertValue(fields, type);
        } catch (Error e) {
            throw DocprocInvalidResponseException.withError(
                    envelope.failure().withReason("the extracted fields cannot be read as " + type.getName() + ": "),
                    "",
                    response.get(),
                    e);
        } catch (RuntimeException e) {
            Class<?> expected =
                    e.getCause() instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
            String reason = "the extracted fields do not fit " + type.getName()
                    + (e.getCause() instanceof JsonMappingException cause
                            ? UnreadableJsonException.location(cause)
                            : "")
                    + (expected == null ? "" : ", which is of type " + expected.getName())
                    + "; correct outputClass and do not call again: the billed response is available from getResponse() of"
                    + " this exception";
            Object value = e.getCause() instanceof InvalidFormatException format ? format.getValue() : null;
            throw DocprocInvalidResponseException.withMismatch(
                    envelope.failure().withReason(reason),
                    response.get(),
                    new DocprocInvalidResponseException.Mismatch(value, expected),
                    causeFromClass(e));
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.ErrorThrowingDeserializer;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * Class that extracted fields are mapped to. Its JSON schema is requested if no other schema is set; Jackson
 * annotations define names and descriptions. Only the endpoint can set the class: a header may come from an untrusted
 * sender, which must not choose the class to instantiate.
 */
final class OutputClass {
    private static final int MAX_DEPTH = 8;

    /** Kinds of types that Jackson does not create from a JSON object. */
    private static final Set<LogicalType> NOT_FROM_OBJECT = EnumSet.of(
            LogicalType.Array,
            LogicalType.Binary,
            LogicalType.Boolean,
            LogicalType.Collection,
            LogicalType.DateTime,
            LogicalType.Enum,
            LogicalType.Float,
            LogicalType.Integer,
            LogicalType.Textual);

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
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    cannotBeFilled(e + "; allowed is a class whose classes are all on the class path; add the missing"
                            + " class, or use output=json"),
                    e);
        }
    }

    /**
     * Resolves the class of the endpoint and generates its schema; empty if no class is set.
     *
     * @throws IllegalArgumentException if the class does not exist, contains itself or cannot be created by Jackson
     */
    static Optional<OutputClass> of(OperationContext context) {
        return context.configured("outputClass", String.class)
                .map(name -> new OutputClass(name, context.camelContext()));
    }

    /** A class that can never be filled would fail after each billed call. */
    private void requireFillable() {
        problem(mapper, type).ifPresent(problem -> {
            throw new IllegalArgumentException(cannotBeFilled(problem + "; allowed is a class that Jackson can create;"
                    + " add a constructor or the module, or use output=json"));
        });
    }

    private String cannotBeFilled(String problem) {
        return "Option outputClass of docproc:extract is " + type.getName() + ", which cannot be filled: " + problem;
    }

    /**
     * Returns the reason why Jackson cannot create instances of a class or of the types of its fields; empty if it can.
     * Initializes the classes, so that a missing class that they use is found before the first call.
     */
    private static Optional<String> problem(ObjectMapper mapper, Class<?> type) {
        if (!(mapper.getDeserializationContext() instanceof DefaultDeserializationContext blueprint)) {
            return Optional.empty();
        }
        DeserializationContext context = blueprint.createDummyInstance(mapper.getDeserializationConfig());
        try {
            JsonDeserializer<Object> deserializer = context.findRootValueDeserializer(mapper.constructType(type));
            return NOT_FROM_OBJECT.contains(deserializer.logicalType())
                    ? Optional.of("it cannot be created from a JSON object")
                    : problem(deserializer, "", 0);
        } catch (JsonMappingException e) {
            return Optional.of("Jackson cannot read it: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> problem(JsonDeserializer<?> deserializer, String path, int depth)
            throws IOException {
        if (deserializer == null || depth > MAX_DEPTH) {
            return Optional.empty();
        }
        if (deserializer instanceof ErrorThrowingDeserializer failing) {
            // Jackson keeps the missing class until the first use.
            failing.deserialize(null, null);
        }
        String field = path.isEmpty() ? "" : " of the field " + path;
        String name = deserializer.handledType() == null
                ? ""
                : deserializer.handledType().getName();
        if (deserializer instanceof UnsupportedTypeDeserializer) {
            return Optional.of("the type " + name + field + " requires a Jackson module that is not registered");
        }
        if (deserializer instanceof AbstractDeserializer) {
            return Optional.of("the type " + name + field + " is abstract");
        }
        if (deserializer instanceof BeanDeserializerBase bean) {
            initialize(bean.handledType());
            return bean.getValueInstantiator().canInstantiate()
                    ? problem(bean, path, depth)
                    : Optional.of("the type " + name + field + " has no constructor that Jackson can use");
        }
        return problem(content(deserializer), path, depth + 1);
    }

    private static Optional<String> problem(BeanDeserializerBase bean, String path, int depth) throws IOException {
        for (Iterator<SettableBeanProperty> properties = bean.properties(); properties.hasNext(); ) {
            SettableBeanProperty property = properties.next();
            if (property.hasValueDeserializer() && !property.hasValueTypeDeserializer()) {
                String name = path.isEmpty() ? property.getName() : path + "." + property.getName();
                Optional<String> problem = problem(property.getValueDeserializer(), name, depth + 1);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    private static void initialize(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonDeserializer<?> content(JsonDeserializer<?> deserializer) {
        return deserializer instanceof ContainerDeserializerBase<?> container
                ? container.getContentDeserializer()
                : deserializer.getDelegatee();
    }

    /**
     * Returns the mapper in the registry if there is exactly one, as camel-jackson does. Otherwise returns a new mapper
     * that reads {@code java.time} types and {@code Optional}, with all modules on the class path.
     */
    private static ObjectMapper mapperOf(CamelContext context) {
        ObjectMapper mapper = context.getRegistry().findSingleByType(ObjectMapper.class);
        return mapper == null
                ? JsonMapper.builder()
                        .addModule(new JavaTypesModule())
                        .findAndAddModules()
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
                .without(com.github.victools.jsonschema.generator.Option.SCHEMA_VERSION_INDICATOR);
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
            Optional<JsonMappingException> mismatch = Optional.ofNullable(e.getCause())
                    .filter(JsonMappingException.class::isInstance)
                    .map(JsonMappingException.class::cast);
            Optional<Class<?>> javaType = mismatch.filter(MismatchedInputException.class::isInstance)
                    .map(cause -> ((MismatchedInputException) cause).getTargetType());
            String reason = "the extracted fields do not fit " + type.getName()
                    + mismatch.map(UnreadableJsonException::location).orElse("")
                    + javaType.map(expected -> ", which is of type " + expected.getName())
                            .orElse("")
                    + "; correct outputClass and do not call again: the billed response is available from getResponse() of"
                    + " this exception";
            Object value = e.getCause() instanceof InvalidFormatException format ? format.getValue() : null;
            throw DocprocInvalidResponseException.withMismatch(
                    envelope.failure().withReason(reason),
                    response.get(),
                    new DocprocInvalidResponseException.Mismatch(value, javaType.orElse(null)),
                    causeFromClass(e));
        }
    }
}

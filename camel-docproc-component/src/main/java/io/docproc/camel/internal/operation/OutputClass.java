/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
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
     * that reads and writes {@code java.time} types and {@code Optional}, with all modules on the class path.
     */
    private static ObjectMapper mapperOf(CamelContext context) {
        ObjectMapper mapper = context.getRegistry().findSingleByType(ObjectMapper.class);
        return mapper == null
                ? JsonMapper.builder()
                        .addModule(new JavaTypesModule())
                        .findAndAddModules()
                        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
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

    /**
     * Jackson module that reads and writes {@code Optional} and the {@code java.time} types of documents: ISO 8601 text, or the pattern
     * of a {@link JsonFormat}. It replaces a dependency on Jackson's own modules. Maven would resolve the version of that
     * dependency beside Camel's version of Jackson. If the application has Jackson's modules, they take precedence.
     */
    private static final class JavaTypesModule extends SimpleModule {
        private static final long serialVersionUID = 1L;
        /** A date, optionally with a time and an offset. */
        private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
                .append(DateTimeFormatter.ISO_LOCAL_DATE)
                .optionalStart()
                .appendLiteral('T')
                .append(DateTimeFormatter.ISO_LOCAL_TIME)
                .optionalStart()
                .appendOffsetId()
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);

        JavaTypesModule() {
            super("docproc-java-types");
            addText(LocalDate.class, DATE, LocalDate::parse);
            addText(LocalDateTime.class, DATE, LocalDateTime::parse);
            addText(LocalTime.class, DateTimeFormatter.ISO_LOCAL_TIME, LocalTime::parse);
            addText(OffsetDateTime.class, DateTimeFormatter.ISO_OFFSET_DATE_TIME, OffsetDateTime::parse);
            addText(ZonedDateTime.class, DateTimeFormatter.ISO_ZONED_DATE_TIME, ZonedDateTime::parse);
            addText(Instant.class, DATE, (text, format) -> format.parse(text, Instant::from));
            addText(YearMonth.class, DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT), YearMonth::parse);
            addText(Year.class, DateTimeFormatter.ofPattern("uuuu", Locale.ROOT), Year::parse);
            addText(Duration.class, null, (text, format) -> Duration.parse(text));
            addText(Period.class, null, (text, format) -> Period.parse(text));
            addDeserializer(Optional.class, new OptionalDeserializer(null));
            addSerializer(Optional.class, new OptionalSerializer());
        }

        private <T> void addText(
                Class<T> type, DateTimeFormatter format, BiFunction<CharSequence, DateTimeFormatter, T> parser) {
            addDeserializer(type, new TextDeserializer<>(type, format, parser));
            addSerializer(type, new TextSerializer(type, null));
        }

        private static DateTimeFormatter format(JsonFormat.Value own, Locale defaultLocale) {
            return DateTimeFormatter.ofPattern(own.getPattern(), own.hasLocale() ? own.getLocale() : defaultLocale);
        }

        /** Writes the ISO 8601 text of a value, or that of its pattern. */
        private static final class TextSerializer extends StdSerializer<Object> implements ContextualSerializer {
            private static final long serialVersionUID = 1L;

            private final transient DateTimeFormatter format;

            TextSerializer(Class<?> type, DateTimeFormatter format) {
                super(type, false);
                this.format = format;
            }

            @Override
            public JsonSerializer<?> createContextual(SerializerProvider context, BeanProperty property) {
                JsonFormat.Value own = findFormatOverrides(context, property, handledType());
                return own.hasPattern() ? new TextSerializer(handledType(), format(own, context.getLocale())) : this;
            }

            @Override
            public void serialize(Object value, JsonGenerator json, SerializerProvider context) throws IOException {
                json.writeString(format == null ? value.toString() : format.format((TemporalAccessor) value));
            }
        }

        @SuppressWarnings("rawtypes")
        private static final class OptionalSerializer extends StdSerializer<Optional> {
            private static final long serialVersionUID = 1L;

            OptionalSerializer() {
                super(Optional.class);
            }

            @Override
            public void serialize(Optional value, JsonGenerator json, SerializerProvider context) throws IOException {
                context.defaultSerializeValue(value.orElse(null), json);
            }
        }

        private static final class TextDeserializer<T> extends FromStringDeserializer<T>
                implements ContextualDeserializer {
            private static final long serialVersionUID = 1L;

            private final transient DateTimeFormatter format;
            private final transient BiFunction<CharSequence, DateTimeFormatter, T> parser;

            TextDeserializer(
                    Class<?> type, DateTimeFormatter format, BiFunction<CharSequence, DateTimeFormatter, T> parser) {
                super(type);
                this.format = format;
                this.parser = parser;
            }

            @Override
            public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
                JsonFormat.Value own = findFormatOverrides(context, property, handledType());
                if (!own.hasPattern()) {
                    return this;
                }
                return new TextDeserializer<>(handledType(), format(own, context.getLocale()), parser);
            }

            @Override
            public LogicalType logicalType() {
                return LogicalType.DateTime;
            }

            @Override
            @SuppressWarnings("unchecked")
            protected T _deserialize(String text, DeserializationContext context) throws IOException {
                try {
                    return parser.apply(text, format);
                } catch (DateTimeException e) {
                    return (T) context.handleWeirdStringValue(handledType(), text, "not in the expected format");
                }
            }
        }

        private static final class OptionalDeserializer extends StdDeserializer<Optional<?>>
                implements ContextualDeserializer {
            private static final long serialVersionUID = 1L;

            private final transient JsonDeserializer<?> content;

            OptionalDeserializer(JsonDeserializer<?> content) {
                super(Optional.class);
                this.content = content;
            }

            @Override
            public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
                    throws JsonMappingException {
                JavaType type = context.getContextualType().containedTypeOrUnknown(0);
                return new OptionalDeserializer(context.findContextualValueDeserializer(type, property));
            }

            @Override
            public JsonDeserializer<?> getDelegatee() {
                return content;
            }

            @Override
            public Optional<?> getNullValue(DeserializationContext context) {
                return Optional.empty();
            }

            @Override
            public Optional<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                return Optional.ofNullable(content.deserialize(parser, context));
            }
        }
    }
}

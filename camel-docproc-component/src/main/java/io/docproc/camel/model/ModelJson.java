/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.StreamCache;

/**
 * JSON mapping of the service's resources. It keeps unknown fields and values of an unexpected type in {@code other} of
 * their record. Thread-safe.
 */
public final class ModelJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert))
            .addModule(new SimpleModule(ModelJson.class.getName())
                    .addDeserializer(StreamCache.class, new StdDelegatingDeserializer<>(new EmbeddedStream()))
                    .addSerializer(StreamCache.class, new StreamAsBase64())
                    .setDeserializerModifier(new Reading())
                    .setSerializerModifier(new Writing()))
            .addMixIn(ServiceResource.class, OwnSerialization.class)
            .addMixIn(ExtensibleRecord.class, OwnSerialization.class)
            .build();

    private ModelJson() {}

    /**
     * Record that keeps all data of the service's JSON. {@link #other()} contains the fields that the record does not
     * declare, and the values whose JSON type does not fit their component. The component of such a value is empty, null or
     * its default.
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    @JsonSerialize(using = ServiceSpelling.class)
    interface ExtensibleRecord {
        /** Returns the fields that no component holds, by their JSON names. */
        Map<String, Object> other();

        /**
         * Marks a component that routes use for decisions. If its value has an unexpected JSON type, the record cannot be
         * deserialized.
         */
        @Retention(RetentionPolicy.RUNTIME)
        @Target(ElementType.PARAMETER)
        @interface StrictType {}
    }

    /**
     * Parses one JSON text.
     *
     * @throws JsonProcessingException if the text is not JSON, or something follows the JSON value
     */
    public static JsonNode parse(String json) throws JsonProcessingException {
        return MAPPER.reader()
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(json);
    }

    /** Returns the mapper for the service's resources. Do not reconfigure it. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    private static final class Reading extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription type, JsonDeserializer<?> deserializer) {
            return ExtensibleRecord.class.isAssignableFrom(type.getBeanClass())
                    ? new RecordReader(deserializer)
                    : deserializer;
        }
    }

    /** Reads a record. A value that does not fit its component is put into {@code other}, and concerns no other one. */
    private static final class RecordReader extends DelegatingDeserializer {
        private static final long serialVersionUID = 1L;

        /** Name of the component of all other members, which is no component for a member of that name. */
        private static final String OTHER = "other";

        RecordReader(JsonDeserializer<?> bean) {
            super(bean);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> bean) {
            return new RecordReader(bean);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.isExpectedStartObjectToken()) {
                return context.handleUnexpectedToken(handledType(), json);
            }
            BeanDeserializerBase bean = (BeanDeserializerBase) getDelegatee();
            ObjectNode members = (ObjectNode) context.readTree(json);
            Map<String, Object> unfit = new LinkedHashMap<>();
            if (members.has(OTHER)) {
                unfit.put(OTHER, context.readTreeAsValue(members.remove(OTHER), Object.class));
            }
            while (true) {
                bean.creatorProperties().forEachRemaining(component -> addDefault(component, members));
                try (JsonParser tokens = members.traverse(json.getCodec())) {
                    tokens.nextToken();
                    ExtensibleRecord result = (ExtensibleRecord) bean.deserialize(tokens, context);
                    result.other().putAll(unfit);
                    return result;
                } catch (JsonMappingException e) {
                    SettableBeanProperty component = e.getPath().isEmpty()
                            ? null
                            : bean.findProperty(e.getPath().get(0).getFieldName());
                    if (component == null || component.getAnnotation(ExtensibleRecord.StrictType.class) != null) {
                        throw e;
                    }
                    JsonNode value = members.remove(component.getName());
                    unfit.putIfAbsent(component.getName(), context.readTreeAsValue(value, Object.class));
                    addRecords(component, value, members);
                }
            }
        }

        private static void addDefault(SettableBeanProperty component, ObjectNode members) {
            String value = component.getMetadata().getDefaultValue();
            if (value != null && !members.hasNonNull(component.getName())) {
                members.put(component.getName(), value);
            }
        }

        /** Adds the records of a list that has other elements, too. */
        private static void addRecords(SettableBeanProperty component, JsonNode value, ObjectNode members) {
            JavaType element = component.getType().getContentType();
            if (value.isArray() && element != null && element.isTypeOrSubTypeOf(ExtensibleRecord.class)) {
                List<JsonNode> records = new ArrayList<>();
                value.forEach(each -> records.addAll(each.isObject() ? List.of(each) : List.of()));
                if (records.size() < value.size()) {
                    members.putArray(component.getName()).addAll(records);
                }
            }
        }
    }

    private static final class Writing extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription type, List<BeanPropertyWriter> properties) {
            return ExtensibleRecord.class.isAssignableFrom(type.getBeanClass())
                    ? properties.stream().map(ComponentWriter::new).collect(Collectors.toCollection(ArrayList::new))
                    : properties;
        }
    }

    /** Omits a component if {@code other} contains the original value. */
    private static final class ComponentWriter extends BeanPropertyWriter {
        private static final long serialVersionUID = 1L;

        ComponentWriter(BeanPropertyWriter component) {
            super(component);
        }

        @Override
        public void serializeAsField(Object bean, JsonGenerator json, SerializerProvider provider) throws Exception {
            Map<String, Object> other = ((ExtensibleRecord) bean).other();
            if (other == null || !other.containsKey(getName())) {
                super.serializeAsField(bean, json, provider);
            }
        }
    }

    /** Returns a stream that the parser of a response has embedded in place of a Base64 text. */
    private static final class EmbeddedStream extends StdConverter<Object, StreamCache> {
        @Override
        public StreamCache convert(Object embedded) {
            return (StreamCache) embedded;
        }
    }

    /** Serializes a stream as Base64 text and closes it. In JSON, the text is never whole in memory. */
    static final class StreamAsBase64 extends JsonSerializer<StreamCache> {
        @Override
        public void serialize(StreamCache stream, JsonGenerator json, SerializerProvider provider) throws IOException {
            try (InputStream in = (InputStream) stream) {
                if (json instanceof TokenBuffer) {
                    // A tree or a map, which holds the text in memory and accepts no stream.
                    json.writeString(Base64Variants.MIME_NO_LINEFEEDS.encode(in.readAllBytes()));
                } else {
                    json.writeBinary(Base64Variants.MIME_NO_LINEFEEDS, in, -1);
                }
            }
        }
    }

    /** Replaces {@link ServiceSpelling} in this mapper, which serializes the types itself. */
    @JsonSerialize
    private interface OwnSerialization {}

    /**
     * Serializes a type of the service with {@link #mapper()}, so that the mapper of the application, for example that of
     * {@code marshal json}, writes the same field names as Camel's type converters.
     */
    static final class ServiceSpelling extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        ServiceSpelling() {
            super(Object.class);
        }

        @Override
        public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
            MAPPER.writeValue(json, value);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer typeSerializer)
                throws IOException {
            serialize(value, json, provider);
        }
    }
}

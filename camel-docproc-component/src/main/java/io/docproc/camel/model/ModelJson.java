/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
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
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.std.CollectionDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
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
                    .addDeserializer(StreamCache.class, new EmbeddedStream())
                    .addSerializer(StreamCache.class, new StreamAsBase64())
                    .setDeserializerModifier(new Reading())
                    .setSerializerModifier(new Writing()))
            .addMixIn(ServiceResource.class, OwnSerialization.class)
            .addMixIn(ExtensibleRecord.class, OwnSerialization.class)
            .build();

    private ModelJson() {}

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
                            && deserializer instanceof BeanDeserializerBase bean
                    ? new RecordReader(type.getType(), bean.getValueInstantiator())
                    : deserializer;
        }
    }

    /** Reads each component of a record by itself, so that a value that does not fit concerns no other one. */
    private static final class RecordReader extends StdDeserializer<Object> implements ResolvableDeserializer {
        private static final long serialVersionUID = 1L;

        private final transient ValueInstantiator record;
        private final transient Map<String, SettableBeanProperty> components = new HashMap<>();
        private transient Object[] absent = {};
        private transient int otherIndex;

        RecordReader(JavaType type, ValueInstantiator record) {
            super(type);
            this.record = record;
        }

        @Override
        public void resolve(DeserializationContext context) throws JsonMappingException {
            SettableBeanProperty[] properties = record.getFromObjectArguments(context.getConfig());
            absent = new Object[properties.length];
            for (SettableBeanProperty property : properties) {
                if (property.getAnnotation(JsonAnySetter.class) != null) {
                    otherIndex = property.getCreatorIndex();
                } else {
                    // Found once: Jackson does not cache the deserializers of lists, nor those of custom types.
                    SettableBeanProperty component = property.withValueDeserializer(
                            context.findContextualValueDeserializer(property.getType(), property));
                    components.put(property.getName(), component);
                    absent[property.getCreatorIndex()] = absent(component, context);
                }
            }
        }

        private Object absent(SettableBeanProperty property, DeserializationContext context)
                throws JsonMappingException {
            String defaultValue = property.getMetadata().getDefaultValue();
            if (defaultValue == null) {
                return property.getValueDeserializer().getNullValue(context);
            }
            try {
                return context.readTreeAsValue(TextNode.valueOf(defaultValue), property.getType());
            } catch (IOException e) {
                throw context.instantiationException(handledType(), e);
            }
        }

        /** Without this, Jackson would create and resolve the deserializer for each response. */
        @Override
        public boolean isCachable() {
            return true;
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.isExpectedStartObjectToken()) {
                return context.handleUnexpectedToken(handledType(), json);
            }
            return read(context.readTree(json), json, context);
        }

        private Object read(JsonNode object, JsonParser json, DeserializationContext context) throws IOException {
            Object[] values = absent.clone();
            Map<String, Object> other = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                SettableBeanProperty component = components.get(member.getKey());
                if (component == null) {
                    other.put(member.getKey(), context.readTreeAsValue(member.getValue(), Object.class));
                } else if (!member.getValue().isNull()) {
                    values[component.getCreatorIndex()] = read(component, member.getValue(), json, context, other);
                }
            }
            values[otherIndex] = other;
            return record.createFromObjectWith(context, values);
        }

        /** Returns the value as far as it fits. If it does not fit completely, it is also put into {@code other}. */
        private Object read(
                SettableBeanProperty component,
                JsonNode value,
                JsonParser json,
                DeserializationContext context,
                Map<String, Object> other)
                throws IOException {
            JsonDeserializer<?> reader = component.getValueDeserializer();
            try {
                if (value.isObject() && reader instanceof RecordReader one) {
                    return one.read(value, json, context);
                }
                if (value.isArray()
                        && reader instanceof CollectionDeserializer list
                        && (JsonDeserializer<?>) list.getContentDeserializer() instanceof RecordReader one) {
                    List<Object> records = new ArrayList<>();
                    for (JsonNode element : value) {
                        if (element.isObject()) {
                            records.add(one.read(element, json, context));
                        }
                    }
                    if (records.size() < value.size()) {
                        other.put(component.getName(), context.readTreeAsValue(value, Object.class));
                    }
                    return records;
                }
                try (JsonParser tokens = value.traverse(json.getCodec())) {
                    tokens.nextToken();
                    return component.deserialize(tokens, context);
                }
            } catch (IOException | RuntimeException e) {
                if (component.getAnnotation(ExtensibleRecord.StrictType.class) != null) {
                    throw e;
                }
                other.put(component.getName(), context.readTreeAsValue(value, Object.class));
                return absent[component.getCreatorIndex()];
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

    /** Deserializes a stream that the parser of a response has embedded in place of a Base64 text. */
    private static final class EmbeddedStream extends StdDeserializer<StreamCache> {
        private static final long serialVersionUID = 1L;

        EmbeddedStream() {
            super(StreamCache.class);
        }

        @Override
        public StreamCache deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return json.hasToken(JsonToken.VALUE_EMBEDDED_OBJECT)
                            && json.getEmbeddedObject() instanceof StreamCache stream
                    ? stream
                    : (StreamCache) context.handleUnexpectedToken(StreamCache.class, json);
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Deserializes an {@link ExtensibleRecord} from any JSON object. A value that does not fit its component is stored in
 * {@code other}. If the value is a list of records or a map, the component also contains the entries that fit.
 */
final class ExtensibleRecordDeserializer extends StdDeserializer<Object> implements ResolvableDeserializer {
    private static final long serialVersionUID = 1L;

    private final transient ValueInstantiator record;
    private final transient Map<String, Component> components = new HashMap<>();
    private transient Object[] absent = {};
    private transient int otherIndex;
    private transient JsonDeserializer<Object> tree;

    ExtensibleRecordDeserializer(JavaType type, ValueInstantiator instantiator) {
        super(type);
        this.record = instantiator;
    }

    /** Component of the record. */
    private record Component(
            int index, JavaType type, JsonDeserializer<Object> deserializer, boolean strict, Object absent) {
        static Component of(SettableBeanProperty property, DeserializationContext context) throws IOException {
            JavaType type = property.getType();
            JsonDeserializer<Object> deserializer = context.findRootValueDeserializer(type);
            String defaultValue = property.getMetadata().getDefaultValue();
            Object absent = defaultValue == null
                    ? deserializer.getNullValue(context)
                    : context.readTreeAsValue(TextNode.valueOf(defaultValue), type);
            boolean strict = property.getAnnotation(StrictType.class) != null;
            return new Component(property.getCreatorIndex(), type, deserializer, strict, absent);
        }

        Object read(JsonNode value, JsonParser source, DeserializationContext context) throws IOException {
            try (JsonParser tokens = value.traverse(source.getCodec())) {
                tokens.nextToken();
                return deserializer.deserialize(tokens, context);
            }
        }

        /** Returns whether any such value fits this type, so that it can be deserialized directly from the parser. */
        boolean acceptsAny(JsonToken token) {
            return switch (token) {
                case VALUE_STRING -> type.hasRawClass(String.class);
                case START_OBJECT ->
                    ExtensibleRecord.class.isAssignableFrom(type.getRawClass())
                            || (type.isMapLikeType() && type.getContentType().isJavaLangObject());
                default -> false;
            };
        }

        boolean listsRecords() {
            return type.isCollectionLikeType()
                    && ExtensibleRecord.class.isAssignableFrom(
                            type.getContentType().getRawClass());
        }

        /** Returns the entries of a list or map that fit. */
        Object fittingParts(JsonNode value, DeserializationContext context) throws IOException {
            if (listsRecords() && value.isArray()) {
                List<Object> records = new ArrayList<>();
                for (JsonNode element : value) {
                    if (element.isObject()) {
                        records.add(context.readTreeAsValue(element, type.getContentType()));
                    }
                }
                return records;
            }
            return type.isMapLikeType() && value.isObject() ? fittingEntries(value, context) : absent;
        }

        private Map<String, Object> fittingEntries(JsonNode value, DeserializationContext context) {
            Map<String, Object> entries = new LinkedHashMap<>();
            value.properties().forEach(entry -> {
                try {
                    entries.put(entry.getKey(), context.readTreeAsValue(entry.getValue(), type.getContentType()));
                } catch (IOException | RuntimeException e) {
                    // The caller stores the complete value in other.
                }
            });
            return entries;
        }
    }

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
        SettableBeanProperty[] properties = record.getFromObjectArguments(context.getConfig());
        absent = new Object[properties.length];
        tree = context.findRootValueDeserializer(context.constructType(JsonNode.class));
        try {
            for (SettableBeanProperty property : properties) {
                if (property.getAnnotation(JsonAnySetter.class) != null) {
                    otherIndex = property.getCreatorIndex();
                } else {
                    Component component = Component.of(property, context);
                    components.put(property.getName(), component);
                    absent[component.index] = component.absent;
                }
            }
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
        Object[] values = absent.clone();
        Map<String, Object> other = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            Component component = components.get(name);
            if (component == null) {
                other.put(name, context.readValue(json, Object.class));
            } else if (!json.hasToken(JsonToken.VALUE_NULL)) {
                values[component.index] = value(name, component, json, context, other);
            }
        }
        values[otherIndex] = other;
        return record.createFromObjectWith(context, values);
    }

    private Object value(
            String name,
            Component component,
            JsonParser json,
            DeserializationContext context,
            Map<String, Object> other)
            throws IOException {
        if (component.acceptsAny(json.currentToken())) {
            return component.deserializer.deserialize(json, context);
        }
        JsonNode value = (JsonNode) tree.deserialize(json, context);
        if (!component.listsRecords()
                || StreamSupport.stream(value.spliterator(), false).noneMatch(JsonNode::isNull)) {
            try {
                return component.read(value, json, context);
            } catch (IOException | RuntimeException e) {
                if (component.strict) {
                    throw e;
                }
            }
        }
        other.put(name, context.readTreeAsValue(value, Object.class));
        return component.fittingParts(value, context);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Deserializes an {@link ExtensibleRecord} from any JSON object. A value that does not fit its component is stored in
 * {@code other}. If the value is a list of records or a map, the component also contains the entries that fit.
 */
final class ExtensibleRecordDeserializer extends StdDeserializer<Object> implements ResolvableDeserializer {
    private static final long serialVersionUID = 1L;
    private static final String OTHER = "other";

    private final transient BeanDescription description;
    private transient Constructor<?> constructor;
    private transient Map<String, Component> components = Map.of();
    private transient Object[] absent = {};
    private transient int otherIndex;

    ExtensibleRecordDeserializer(BeanDescription description) {
        super(description.getType());
        this.description = description;
    }

    /** Component of the record. */
    private record Component(
            int index, JavaType type, JsonDeserializer<Object> deserializer, boolean strict, Object absent) {

        /** Returns whether any JSON object fits this type, so that it can be deserialized directly from the parser. */
        boolean acceptsAnyObject() {
            return ExtensibleRecord.class.isAssignableFrom(type.getRawClass())
                    || (type.isMapLikeType() && type.getContentType().isJavaLangObject());
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
    public void resolve(DeserializationContext context) throws com.fasterxml.jackson.databind.JsonMappingException {
        Map<String, BeanPropertyDefinition> properties = description.findProperties().stream()
                .collect(Collectors.toMap(BeanPropertyDefinition::getInternalName, Function.identity()));
        RecordComponent[] declared = handledType().getRecordComponents();
        Map<String, Component> resolved = new HashMap<>();
        absent = new Object[declared.length];
        try {
            for (int index = 0; index < declared.length; index++) {
                if (declared[index].getName().equals(OTHER)) {
                    otherIndex = index;
                } else {
                    BeanPropertyDefinition property = properties.get(declared[index].getName());
                    Component component = component(index, declared[index], property, context);
                    resolved.put(property.getName(), component);
                    absent[index] = component.absent;
                }
            }
            constructor = handledType()
                    .getDeclaredConstructor(Arrays.stream(declared)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
        } catch (IOException | ReflectiveOperationException e) {
            throw context.instantiationException(handledType(), e);
        }
        components = Map.copyOf(resolved);
    }

    private static Component component(
            int index, RecordComponent declared, BeanPropertyDefinition property, DeserializationContext context)
            throws IOException {
        JavaType type = context.getTypeFactory().constructType(declared.getGenericType());
        JsonDeserializer<Object> deserializer = context.findContextualValueDeserializer(type, null);
        String defaultValue = property.getMetadata().getDefaultValue();
        Object absent = defaultValue == null
                ? deserializer.getNullValue(context)
                : context.readTreeAsValue(TextNode.valueOf(defaultValue), type);
        return new Component(index, type, deserializer, declared.isAnnotationPresent(StrictType.class), absent);
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
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw context.instantiationException(handledType(), e);
        }
    }

    private static Object value(
            String name,
            Component component,
            JsonParser json,
            DeserializationContext context,
            Map<String, Object> other)
            throws IOException {
        if (json.hasToken(JsonToken.START_OBJECT) && component.acceptsAnyObject()) {
            return component.deserializer.deserialize(json, context);
        }
        JsonNode value = context.readTree(json);
        if (!component.listsRecords() || nonNull(value)) {
            try {
                return context.readTreeAsValue(value, component.type);
            } catch (IOException | RuntimeException e) {
                if (component.strict) {
                    throw e;
                }
            }
        }
        other.put(name, context.readTreeAsValue(value, Object.class));
        return component.fittingParts(value, context);
    }

    private static boolean nonNull(JsonNode list) {
        for (JsonNode element : list) {
            if (element.isNull()) {
                return false;
            }
        }
        return true;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.ErrorThrowingDeserializer;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * Checks at start that Jackson can create instances of a class and of the types of its fields. Initializes the classes,
 * so that a missing class that they use is found before the first call.
 */
final class OutputClassCheck {
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

    private OutputClassCheck() {}

    /** Returns the reason why a class cannot be filled; empty if it can. */
    static Optional<String> problem(ObjectMapper mapper, Class<?> type) {
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
}

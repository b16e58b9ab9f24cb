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
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import java.util.Iterator;
import java.util.Optional;

/** Checks at start that Jackson can create instances of a class and of the types of its fields. */
final class OutputClassCheck {
    private static final int MAX_DEPTH = 8;

    private OutputClassCheck() {}

    /** Returns the reason why a class cannot be filled; empty if it can. */
    static Optional<String> problem(ObjectMapper mapper, Class<?> type) {
        if (!(mapper.getDeserializationContext() instanceof DefaultDeserializationContext blueprint)) {
            return Optional.empty();
        }
        DeserializationContext context = blueprint.createDummyInstance(mapper.getDeserializationConfig());
        try {
            return problem(context.findRootValueDeserializer(mapper.constructType(type)), "", 0);
        } catch (JsonMappingException e) {
            return Optional.of("Jackson cannot read it: " + e.getOriginalMessage());
        }
    }

    private static Optional<String> problem(JsonDeserializer<?> deserializer, String path, int depth) {
        if (deserializer == null || depth > MAX_DEPTH) {
            return Optional.empty();
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
            return bean.getValueInstantiator().canInstantiate()
                    ? problem(bean, path, depth)
                    : Optional.of("the type " + name + field + " has no constructor that Jackson can use");
        }
        return problem(content(deserializer), path, depth + 1);
    }

    private static Optional<String> problem(BeanDeserializerBase bean, String path, int depth) {
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

    private static JsonDeserializer<?> content(JsonDeserializer<?> deserializer) {
        return deserializer instanceof ContainerDeserializerBase<?> container
                ? container.getContentDeserializer()
                : deserializer.getDelegatee();
    }
}

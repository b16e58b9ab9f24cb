/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.StreamCache;

/** Jackson module that reads and writes {@link ExtensibleRecord}s without loss. */
final class ExtensibleRecords extends SimpleModule {
    private static final long serialVersionUID = 1L;

    ExtensibleRecords() {
        super(ExtensibleRecords.class.getName());
        addDeserializer(StreamCache.class, new EmbeddedStream());
        addSerializer(StreamCache.class, new StreamAsBase64());
        setDeserializerModifier(new Reading());
        setSerializerModifier(new Writing());
    }

    private static final class Reading extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription type, JsonDeserializer<?> deserializer) {
            return ExtensibleRecord.class.isAssignableFrom(type.getBeanClass())
                            && deserializer instanceof BeanDeserializerBase bean
                    ? new ExtensibleRecordDeserializer(type.getType(), bean.getValueInstantiator())
                    : deserializer;
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
}

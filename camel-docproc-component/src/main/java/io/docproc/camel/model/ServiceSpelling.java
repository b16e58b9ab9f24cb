/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/**
 * Serializes a type of the service with {@link ModelJson#mapper()}, so that the mapper of the application, for example
 * that of {@code marshal json}, writes the same field names as Camel's type converters.
 */
final class ServiceSpelling extends StdSerializer<Object> {
    private static final long serialVersionUID = 1L;

    ServiceSpelling() {
        super(Object.class);
    }

    /** Replaces the annotation of the types in the mapper of the service, which serializes them itself. */
    @JsonSerialize
    interface Disabled {}

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        ModelJson.mapper().writeValue(json, value);
    }

    @Override
    public void serializeWithType(
            Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer typeSerializer)
            throws IOException {
        serialize(value, json, provider);
    }
}

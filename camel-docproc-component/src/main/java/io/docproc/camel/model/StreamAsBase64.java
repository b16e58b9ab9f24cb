/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.StreamCache;

/** Serializes a stream as Base64 text without holding it in memory, and closes it. */
final class StreamAsBase64 extends JsonSerializer<StreamCache> {
    @Override
    public void serialize(StreamCache stream, JsonGenerator json, SerializerProvider provider) throws IOException {
        try (InputStream in = (InputStream) stream) {
            json.writeBinary(Base64Variants.MIME_NO_LINEFEEDS, in, -1);
        }
    }
}

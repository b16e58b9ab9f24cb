/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.StreamCache;

/** Writes a stream as a Base64 text without holding it, and leaves it to be read again. */
final class StreamAsBase64 extends JsonSerializer<StreamCache> {
    @Override
    public void serialize(StreamCache stream, JsonGenerator json, SerializerProvider provider) throws IOException {
        stream.reset();
        json.writeBinary(Base64Variants.MIME_NO_LINEFEEDS, (InputStream) stream, -1);
        stream.reset();
    }
}

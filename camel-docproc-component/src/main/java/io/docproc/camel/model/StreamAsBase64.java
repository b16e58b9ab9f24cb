/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.StreamCache;

/** Serializes a stream as Base64 text and closes it. In JSON, the text is never whole in memory. */
final class StreamAsBase64 extends JsonSerializer<StreamCache> {
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import io.docproc.camel.model.CropResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/** Returns the CRC-32 of a body after reading it as a route does: as a stream that it closes, and converted to bytes. */
final class BodyDigest {
    private BodyDigest() {}

    /** Returns the digest of a message's body. */
    static String of(Message message) throws IOException {
        Object body = message.getBody();
        if (!(body instanceof StreamCache)) {
            return ofValue(body);
        }
        byte[] streamed;
        try (InputStream in = message.getBody(InputStream.class)) {
            streamed = in.readAllBytes();
        }
        byte[] converted = message.getBody(byte[].class);
        if (!Arrays.equals(streamed, converted)) {
            throw new AssertionError(
                    "read as a stream the body has " + streamed.length + " bytes, converted " + converted.length);
        }
        return of(streamed);
    }

    /** Returns the digest of a body outside of a message. */
    static String ofValue(Object body) throws IOException {
        if (body instanceof CropResponse response) {
            List<String> images = new ArrayList<>();
            for (var image : response.result().images()) {
                images.add(ofValue(image.image()));
            }
            return images.toString();
        }
        if (body instanceof List<?> list) {
            List<String> elements = new ArrayList<>();
            for (Object element : list) {
                elements.add(ofValue(element));
            }
            return elements.toString();
        }
        if (body instanceof StreamCache stream) {
            try (InputStream in = (InputStream) stream) {
                return of(in.readAllBytes());
            }
        }
        return of(body instanceof byte[] bytes ? bytes : String.valueOf(body).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the digest of bytes. */
    static String of(byte[] bytes) {
        CRC32 digest = new CRC32();
        digest.update(bytes);
        return bytes.length + ":" + Long.toHexString(digest.getValue());
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import com.fasterxml.jackson.core.type.TypeReference;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ServiceResource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Converter;
import org.apache.camel.Exchange;

/** Camel type converters for {@link ServiceResource}: JSON with the service's field names. */
@Converter(generateLoader = true)
public final class DocprocConverters {
    private DocprocConverters() {}

    /** Converts a resource to JSON text. */
    @Converter
    public static String toString(ServiceResource resource) throws IOException {
        return ModelJson.mapper().writeValueAsString(resource);
    }

    /** Converts a resource to JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(ServiceResource resource) throws IOException {
        return ModelJson.mapper().writeValueAsBytes(resource);
    }

    /**
     * Converts a resource to a map of its JSON, with an image as Base64 text. Returns null for {@code ServicePackages},
     * whose JSON is an array.
     */
    @Converter
    public static Map<String, Object> toMap(ServiceResource resource) {
        return resource instanceof Collection
                ? null
                : ModelJson.mapper().convertValue(resource, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    /**
     * Converts a resource to a stream of JSON in UTF-8. With an exchange, large JSON is spooled to disk, so images in
     * it are never whole on the heap.
     */
    @Converter
    public static InputStream toInputStream(ServiceResource resource, Exchange exchange) throws IOException {
        if (exchange == null) {
            return new ByteArrayInputStream(toBytes(resource));
        }
        try (SpoolingOutputStream spool = new SpoolingOutputStream(exchange)) {
            ModelJson.mapper().writeValue(spool, resource);
            return (InputStream) spool.content();
        }
    }
}

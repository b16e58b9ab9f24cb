/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.Spool;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ServiceResource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.Converter;
import org.apache.camel.Exchange;

/** Converts the service's resources to JSON in the service's own spelling. */
@Converter(generateLoader = true)
public final class DocprocConverters {
    private DocprocConverters() {}

    /** JSON text. */
    @Converter
    public static String toString(ServiceResource resource) throws IOException {
        return ModelJson.mapper().writeValueAsString(resource);
    }

    /** JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(ServiceResource resource) throws IOException {
        return ModelJson.mapper().writeValueAsBytes(resource);
    }

    /** JSON in UTF-8 as a stream; an image in it does not come whole onto the heap. */
    @Converter
    public static InputStream toInputStream(ServiceResource resource, Exchange exchange) throws IOException {
        if (exchange == null) {
            return new ByteArrayInputStream(toBytes(resource));
        }
        try (Spool spool = new Spool(exchange)) {
            ModelJson.mapper().writeValue(spool, resource);
            return (InputStream) spool.content();
        }
    }
}

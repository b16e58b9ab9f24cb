/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import com.fasterxml.jackson.core.type.TypeReference;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ServiceResource;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultRepository;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Converter;
import org.apache.camel.Exchange;

/**
 * Camel type converters for {@link ServiceResource}, to JSON with the service's field names, and from the text of an
 * option to a repository.
 */
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

    /**
     * Creates a result repository in a folder, such as {@code data/results} or {@code file:///var/results}, or in the
     * database of a JDBC URL. The path of a {@code file:} URL may have characters that a URL escapes, such as spaces.
     */
    @Converter
    public static ResultRepository toResultRepository(String text) {
        String place = text.strip();
        if (place.isEmpty()) {
            throw new IllegalArgumentException(
                    "resultRepository is empty; set a folder such as data/results, or a JDBC URL");
        }
        if (!place.startsWith("file:")) {
            // Another URL fails at the start of the repository, and is not the name of a folder.
            boolean isUrl = place.startsWith("jdbc:") || place.contains("://");
            return isUrl ? new JdbcResultRepository(place) : new FileResultRepository(place);
        }
        try {
            URI uri = new URI(place);
            return new FileResultRepository(uri.isOpaque() ? Path.of(uri.getSchemeSpecificPart()) : Path.of(uri));
        } catch (URISyntaxException e) {
            return new FileResultRepository(place.replaceFirst("^file:(//)?", ""));
        }
    }

    /** Creates a job repository in the database of a JDBC URL. Another text fails at the start of the repository. */
    @Converter
    public static JobRepository toJobRepository(String text) {
        return new JdbcJobRepository(text.strip());
    }
}

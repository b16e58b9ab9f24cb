/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.Responder;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Page images, and the files that parse calls export. Thread-safe. */
public final class StoredFiles {
    /** Member of a response that is a file, with its bytes. */
    public static final String CONTENT = "content";
    /** Member of a response that is a file, with its media type. */
    public static final String MEDIA_TYPE = "media_type";

    private static final int NOT_FOUND = 404;
    private static final Duration EXPORT_LIFETIME = Duration.ofDays(1);
    private static final String EXPORTS = "exports";

    private final Map<String, Export> exports = new ConcurrentHashMap<>();
    private final Clock clock;

    private record Export(ExportFormat format, Instant expiry) {}

    /** Creates an empty store. */
    public StoredFiles(Clock clock) {
        this.clock = clock;
    }

    /** Returns a parser whose results contain the exports that the request asks for. */
    public Responder exporting(Responder parser) {
        return request -> withExports(parser.respond(request), request.body().path(EXPORTS));
    }

    private ObjectNode withExports(ObjectNode data, JsonNode requested) {
        if (requested.isEmpty() || data.has(EXPORTS)) {
            return data;
        }
        ArrayNode list = data.putArray(EXPORTS);
        requested.forEach(export ->
                list.add(export(ExportFormat.valueOf(export.path("format").asText()))));
        return data;
    }

    private ObjectNode export(ExportFormat format) {
        String id = UUID.randomUUID().toString();
        Instant expiry = clock.instant().plus(EXPORT_LIFETIME);
        exports.put(id, new Export(format, expiry));
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("format", format.name())
                .put("status", "success");
        json.putObject("file")
                .put("file_id", id)
                .put("mime_type", format.mediaType())
                .put("size", format.content().length)
                .put("expires_at", expiry.toString());
        json.putArray("warnings");
        return json.putNull("error");
    }

    /** Responds to the download of an exported file; throws 404 if there is none, or it has expired. */
    ObjectNode exportedFile(ServiceRequest request) {
        String id = request.parameters().get("file_id");
        ExportFormat format = Optional.ofNullable(exports.get(id))
                .filter(export -> export.expiry().isAfter(clock.instant()))
                .map(Export::format)
                .orElseThrow(() -> new ServiceErrorException(NOT_FOUND, "file not found: " + id));
        return file(format.content(), format.mediaType());
    }

    /** Responds to the download of a page image; throws 404 if there is none. */
    ObjectNode pageImage(ServiceRequest request) {
        String id = request.parameters().get("image_id");
        if (!id.equals(ExtractionResult.IMAGE_ID)) {
            throw new ServiceErrorException(NOT_FOUND, "image not found: " + id);
        }
        return file(CropResponder.image(), "image/jpeg");
    }

    private static ObjectNode file(byte[] content, String mediaType) {
        return JsonNodeFactory.instance.objectNode().put(CONTENT, content).put(MEDIA_TYPE, mediaType);
    }
}

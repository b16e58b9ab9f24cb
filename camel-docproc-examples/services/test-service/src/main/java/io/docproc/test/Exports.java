/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Downloads: page images, and the files that parse calls export. Thread-safe. */
final class Exports {
    /** Member of a response that is a file, with its bytes. */
    static final String CONTENT = "content";
    /** Member of a response that is a file, with its media type. */
    static final String MEDIA_TYPE = "media_type";
    /** Formats of exports. A file is small and valid; it contains one sentence, or in PDF an empty page. */
    static final Map<String, String> MEDIA_TYPES =
            new TreeMap<>(Map.of("docx", MediaTypes.DOCX, "xlsx", MediaTypes.XLSX, "pdf", MediaTypes.PDF));

    private final Map<String, Export> exports = new ConcurrentHashMap<>();
    private final Clock clock;

    private record Export(String format, Instant expiry) {}

    Exports(Clock clock) {
        this.clock = clock;
    }

    /** Adds the requested exports to the data of a parse call. */
    ObjectNode add(ObjectNode data, JsonNode requested) {
        if (requested.isEmpty() || data.has("exports")) {
            return data;
        }
        ArrayNode list = data.putArray("exports");
        for (JsonNode export : requested) {
            String format = export.path("format").asText();
            String id = UUID.randomUUID().toString();
            Instant expiry = clock.instant().plus(Duration.ofDays(1));
            exports.put(id, new Export(format, expiry));
            ObjectNode file = Json.of("file_id", id, "mime_type", MEDIA_TYPES.get(format))
                    .put("size", Samples.resource("exported." + format).length)
                    .put("expires_at", expiry.toString());
            list.add(Json.of("format", format, "status", "success", "file", file)
                    .set("warnings", Json.MAPPER.createArrayNode()));
        }
        list.forEach(it -> ((ObjectNode) it).putNull("error"));
        return data;
    }

    /** Responds to the download of an exported file; throws 404 if there is none, or it has expired. */
    ObjectNode file(ServiceRequest request) {
        String id = request.parameters().get("file_id");
        Export export = exports.get(id);
        if (export == null || !export.expiry().isAfter(clock.instant())) {
            throw new ServiceErrorException(404, "file not found: " + id);
        }
        byte[] content = Samples.resource("exported." + export.format());
        return Json.of(CONTENT, content, MEDIA_TYPE, MEDIA_TYPES.get(export.format()));
    }

    /** Responds to the download of a page image; throws 404 if there is none. */
    ObjectNode image(ServiceRequest request) {
        String id = request.parameters().get("image_id");
        if (!id.equals(Samples.IMAGE_ID)) {
            throw new ServiceErrorException(404, "image not found: " + id);
        }
        return Json.of(CONTENT, Samples.resource("cropped.jpg"), MEDIA_TYPE, "image/jpeg");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ServiceRequest;

/** Creates extraction results around extracted fields (interface document, Extraction response). */
public final class ExtractionResult {
    /** The id of each page image. */
    static final String IMAGE_ID = "page-1";

    private static final int PAGE_WIDTH = 1240;
    private static final int PAGE_HEIGHT = 1754;
    private static final int LINE_HEIGHT = 40;
    private static final int MAX_LINES = 40;

    private ExtractionResult() {}

    /** Returns a result with generated values in the shape of the schema. */
    public static ObjectNode of(ServiceRequest request) {
        return of(request, SampleValues.object(request.body().path("schema")));
    }

    /** Returns a result with these fields, and with citations and stamps if the options of the request enable them. */
    public static ObjectNode of(ServiceRequest request, ObjectNode fields) {
        JsonNode options = request.body().path("extract_options");
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("success_count", 1);
        result.set("extracted_schema", fields);
        if (options.path("generate_citations").booleanValue()) {
            result.set("citations", citations(fields));
        }
        result.putArray("pages")
                .addObject()
                .put(
                        "page_number",
                        request.body().path("parse_options").path("page_start").asInt(1))
                .put("status", "Success")
                .put("durations", 1)
                .put("image_id", IMAGE_ID)
                .put("height", PAGE_HEIGHT)
                .put("width", PAGE_WIDTH)
                .put("angle", 0);
        if (options.path("stamp").booleanValue()) {
            result.putArray("stamps");
        }
        return result;
    }

    /** Returns citations that are nested like the fields. */
    private static ObjectNode citations(ObjectNode fields) {
        ObjectNode citations = JsonNodeFactory.instance.objectNode();
        fields.properties().forEach(it -> citations.set(it.getKey(), citation(it.getValue(), citations.size())));
        return citations;
    }

    private static JsonNode citation(JsonNode value, int line) {
        if (value instanceof ObjectNode object) {
            return citations(object);
        }
        if (value instanceof ArrayNode array) {
            ArrayNode items = JsonNodeFactory.instance.arrayNode();
            array.forEach(it -> items.add(citation(it, line)));
            return items;
        }
        int top = 100 + LINE_HEIGHT * (line % MAX_LINES);
        ObjectNode citation = JsonNodeFactory.instance.objectNode();
        citation.set("value", value);
        citation.putArray("bounding_regions")
                .addObject()
                .put("page_number", 1)
                .put("text", value.asText())
                .set("position", Quadrilateral.rectangle(100, top, PAGE_WIDTH - 100, top + LINE_HEIGHT));
        return citation;
    }
}

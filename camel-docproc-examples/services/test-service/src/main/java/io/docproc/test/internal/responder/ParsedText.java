/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ServiceRequest;
import java.util.List;

/** Creates parsed documents of one page from text. */
public final class ParsedText {
    private static final int PAGE_WIDTH = 1240;
    private static final int PAGE_HEIGHT = 1754;
    private static final double LINE = 0.02;
    private static final int MAX_LINES = 48;

    private ParsedText() {}

    /** Returns a document with a title and a paragraph that name the file. */
    public static ObjectNode of(ServiceRequest request) {
        String fileName = request.fileName().orElse("document");
        return of(request, "# " + fileName + "\n\nSample text of " + fileName + ".");
    }

    /** Returns a document: lines that start with # are titles, other lines are paragraphs. */
    public static ObjectNode of(ServiceRequest request, String markdown) {
        List<String> lines = markdown.lines().filter(it -> !it.isBlank()).toList();
        ObjectNode data = JsonNodeFactory.instance
                .objectNode()
                .put("schema_version", "1.0.0")
                .put("success_count", 1);
        data.putObject("metadata")
                .put("filename", request.fileName().orElse("document"))
                .put("page_count", 1);
        data.put("markdown", markdown);
        ArrayNode elements = data.putArray("elements");
        ArrayNode titles = JsonNodeFactory.instance.arrayNode();
        for (int line = 0; line < lines.size(); line++) {
            ObjectNode element = element("p1-" + (line + 1), lines.get(line), line);
            elements.add(element);
            if (element.path("type").asText().equals("title")) {
                titles.addObject()
                        .put("element_id", element.path("element_id").asText())
                        .put("title", element.path("text").asText())
                        .put("level", level(lines.get(line)))
                        .put("page_number", 1);
            }
        }
        JsonNode capabilities = request.body().path("capabilities");
        if (capabilities.path("title_tree").booleanValue()) {
            data.set("title_tree", titles);
        }
        if (capabilities.path("pages").booleanValue()) {
            addPage(data);
        }
        return data;
    }

    private static ObjectNode element(String id, String line, int index) {
        int level = level(line);
        ObjectNode element = JsonNodeFactory.instance
                .objectNode()
                .put("element_id", id)
                .put("type", level > 0 ? "title" : "paragraph")
                .put("text", line.substring(level).strip())
                .put("page_number", 1);
        double top = LINE * (1 + index % MAX_LINES);
        ArrayNode coordinates = element.putArray("coordinates");
        for (double coordinate : new double[] {0.1, top, 0.9, top, 0.9, top + LINE, 0.1, top + LINE}) {
            coordinates.add(coordinate);
        }
        return element;
    }

    private static int level(String line) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        return level;
    }

    private static void addPage(ObjectNode data) {
        data.putArray("pages")
                .addObject()
                .put("page_number", 1)
                .put("width", PAGE_WIDTH)
                .put("height", PAGE_HEIGHT)
                .put("unit", "pixel")
                .put("angle", 0);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.SmallFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Extracts fields from small texts. JSON is written with single quotes. */
record SmallExtraction(SmallFiles files) {
    static final String STRING = "{'type':'string','description':''}";

    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode one(String name, String field, String text) throws IOException {
        return extract(text, "{'" + name + "':" + field + "}").at("/extracted_schema/" + name);
    }

    JsonNode extract(String text, String properties) throws IOException {
        return extract(text, properties, "{}");
    }

    JsonNode extract(String text, String properties, String extractOptions) throws IOException {
        Path file = files.text("document.txt", text);
        return new ExtractService()
                .extract(file, "document.txt", schema(properties), null, (ObjectNode) json(extractOptions));
    }

    static ObjectNode schema(String properties) throws IOException {
        return (ObjectNode) json("{'type':'object','properties':" + properties + "}");
    }

    static JsonNode json(String text) throws IOException {
        return JSON.readTree(text.replace("\"", "\\\"").replace('\'', '"'));
    }
}

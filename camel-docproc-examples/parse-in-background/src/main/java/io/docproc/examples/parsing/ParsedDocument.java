/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.Body;

/** Reads the Markdown of a parsed document without reading the rest of it into memory. */
public final class ParsedDocument {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Returns the text of the document as Markdown.
     *
     * @param json the result of a parse job
     * @throws IOException if there is no member {@code markdown}
     */
    public String markdown(@Body InputStream json) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("markdown")) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
        }
        throw new IOException("the parsed document has no markdown");
    }
}

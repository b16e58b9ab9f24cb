/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Text of one section of one page of a parsed document, for search. Where LangChain4j is on the class path, it converts
 * to a {@code TextSegment} and a {@code Document} with this metadata and the file name of the message. Thread-safe.
 *
 * @param text the Markdown of consecutive elements
 * @param pageNumber the number of the page, from 1; 0 if the elements have none
 * @param headings the headings above the text, the outermost first
 */
public record TextChunk(String text, int pageNumber, List<String> headings) implements ServiceResource {
    /** Creates a chunk. */
    public TextChunk {
        headings = List.copyOf(headings);
    }

    /** Returns {@code page_number} if the page has a number, and {@code headings} as one text if there are any. */
    public Map<String, Object> metadata() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (pageNumber > 0) {
            metadata.put("page_number", pageNumber);
        }
        if (!headings.isEmpty()) {
            metadata.put("headings", String.join(" > ", headings));
        }
        return metadata;
    }
}

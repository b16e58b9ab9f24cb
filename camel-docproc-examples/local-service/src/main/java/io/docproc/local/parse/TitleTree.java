/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The headings of a document, each under the last one of a higher rank. */
final class TitleTree {
    private record Open(int level, String elementId, ArrayNode children) {}

    private final ArrayNode roots = JsonNodeFactory.instance.arrayNode();
    private final Deque<Open> open = new ArrayDeque<>();

    /** Adds a heading and gives the element id of the one that it stands under. */
    Optional<String> enter(String elementId, String title, int level, int pageNumber) {
        while (!open.isEmpty() && open.peek().level() >= level) {
            open.pop();
        }
        Optional<String> parent = current();
        ArrayNode siblings = open.isEmpty() ? roots : open.peek().children();
        ObjectNode node = siblings.addObject()
                .put("element_id", elementId)
                .put("title", title)
                .put("level", level)
                .put("page_number", pageNumber);
        open.push(new Open(level, elementId, node.putArray("children")));
        return parent;
    }

    /** The element id of the heading that running text stands under now. */
    Optional<String> current() {
        return Optional.ofNullable(open.peek()).map(Open::elementId);
    }

    ArrayNode json() {
        return roots;
    }
}

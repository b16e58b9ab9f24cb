/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Tree of the headings of a document. The parent of a heading is the last heading of a higher level. */
final class TitleTree {
    private record Open(int level, String elementId, ArrayNode children) {}

    private final ArrayNode roots = JsonNodeFactory.instance.arrayNode();
    private final Deque<Open> open = new ArrayDeque<>();

    /** Adds a heading and returns the element id of its parent. */
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

    /** Returns the element id of the current heading. */
    Optional<String> current() {
        return Optional.ofNullable(open.peek()).map(Open::elementId);
    }

    ArrayNode json() {
        return roots;
    }
}

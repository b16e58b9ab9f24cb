/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.document.Block;
import io.docproc.local.document.Box;
import io.docproc.local.document.Cell;
import io.docproc.local.document.Document;
import io.docproc.local.document.Page;
import io.docproc.local.document.Table;
import io.docproc.local.document.TextBlock;
import io.docproc.local.document.TextLine;
import io.docproc.local.parse.ParseConfig.Capability;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Converts the blocks of a document to {@code elements} of the response and to Markdown. */
final class ParsedElements {
    private final ParseConfig config;
    private final ArrayNode elements = JsonNodeFactory.instance.arrayNode();
    private final TitleTree titles = new TitleTree();
    private final StringJoiner markdown = new StringJoiner("\n\n");

    private ParsedElements(ParseConfig config) {
        this.config = config;
    }

    static ParsedElements of(Document document, ParseConfig config) {
        ParsedElements parsed = new ParsedElements(config);
        for (Page page : document.pages()) {
            for (int i = 0; i < page.blocks().size(); i++) {
                parsed.add(page, page.blocks().get(i), "p" + page.number() + "-" + (i + 1));
            }
        }
        return parsed;
    }

    ArrayNode elements() {
        return elements;
    }

    ArrayNode titleTree() {
        return titles.roots;
    }

    String markdown() {
        return markdown.toString();
    }

    private void add(Page page, Block block, String id) {
        ObjectNode element = elements.addObject().put("element_id", id);
        Optional<String> parent;
        if (block instanceof Table table) {
            String written = config.tableView().write(table);
            markdown.add(written);
            element.put("type", "table").put("text", written);
            parent = titles.current();
        } else {
            TextBlock text = (TextBlock) block;
            markdown.add(
                    text.isHeading()
                            ? "#".repeat(text.headingLevel()) + " " + escaped(text.text())
                            : escaped(text.text()));
            element.put("type", text.isHeading() ? "title" : "paragraph").put("text", text.text());
            parent = text.isHeading()
                    ? titles.enter(id, text.text(), text.headingLevel(), page.number())
                    : titles.current();
        }
        element.put("page_number", page.number());
        coordinates(element, page, block.box());
        details(element, page, block, parent);
    }

    private void details(ObjectNode element, Page page, Block block, Optional<String> parent) {
        if (config.includes(Capability.INCLUDE_HIERARCHY)) {
            element.put("parent_id", parent.orElse(null));
        }
        if (config.includes(Capability.INCLUDE_CHAR_DETAILS)) {
            characters(element.putArray("char_details"), page, block.lines());
        }
        if (config.includes(Capability.INCLUDE_TABLE_STRUCTURE) && block instanceof Table table) {
            structure(element.putObject("table_structure"), page, table);
        }
    }

    private static void characters(ArrayNode details, Page page, List<TextLine> lines) {
        for (TextLine line : lines) {
            for (int i = 0; i < line.text().length(); i++) {
                if (!Character.isWhitespace(line.text().charAt(i))) {
                    int end = Character.isHighSurrogate(line.text().charAt(i))
                                    && i + 1 < line.text().length()
                            ? i + 2
                            : i + 1;
                    ObjectNode detail =
                            details.addObject().put("text", line.text().substring(i, end));
                    coordinates(detail, page, line.box(i, end));
                    i = end - 1;
                }
            }
        }
    }

    private static void structure(ObjectNode structure, Page page, Table table) {
        structure.put("rows", table.rows().size()).put("columns", table.columnCount());
        ArrayNode cells = structure.putArray("cells");
        for (int row = 0; row < table.rows().size(); row++) {
            for (Cell cell : table.rows().get(row)) {
                ObjectNode node = cells.addObject()
                        .put("row", row)
                        .put("column", cell.column())
                        .put("column_span", cell.columnSpan())
                        .put("text", cell.text());
                coordinates(node, page, cell.box());
            }
        }
    }

    private static void coordinates(ObjectNode node, Page page, Box box) {
        ArrayNode array = node.putArray("coordinates");
        box.coordinates(page.width(), page.height()).forEach(array::add);
    }

    /** Escapes text that would be Markdown markup. */
    private static String escaped(String text) {
        String plain = text.replace("<", "&lt;");
        return plain.startsWith("#") || plain.startsWith(">") ? "\\" + plain : plain;
    }

    /** Tree of the headings of a document. The parent of a heading is the last heading of a higher level. */
    private static final class TitleTree {
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
    }
}

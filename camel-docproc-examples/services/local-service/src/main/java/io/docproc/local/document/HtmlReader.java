/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** Reads headings, tables and other text of HTML, and of the first HTML part of MHTML. Loads no resources and runs no scripts. */
final class HtmlReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Writer writer = new Writer(options);
            (type == DocumentType.MHTML ? htmlPart(in) : Jsoup.parse(in, null, ""))
                    .body()
                    .filter(writer);
            writer.endParagraph();
            return writer.layout.finish(type);
        }
    }

    private static org.jsoup.nodes.Document htmlPart(InputStream mhtml) throws IOException {
        Message message = new DefaultMessageBuilder().parseMessage(mhtml);
        try {
            Deque<Entity> open = new ArrayDeque<>(List.of(message));
            while (!open.isEmpty()) {
                Entity entity = open.poll();
                if (entity.getBody() instanceof Multipart multipart) {
                    open.addAll(multipart.getBodyParts());
                } else if (entity.getBody() instanceof SingleBody body && "text/html".equals(entity.getMimeType())) {
                    return Jsoup.parse(body.getInputStream(), entity.getCharset(), "");
                }
            }
        } finally {
            message.dispose();
        }
        throw new IOException("the MHTML file contains no text/html part");
    }

    /** Visits the tree without recursion, because its depth is not limited. */
    private static final class Writer implements NodeFilter {
        private static final Set<String> UNSEEN = Set.of("script", "style", "noscript", "template", "head", "svg");

        private final SyntheticLayout layout;
        private final StringBuilder paragraph = new StringBuilder();

        Writer(ReadOptions options) {
            layout = new SyntheticLayout(options.pages());
        }

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
                paragraph.append(text.getWholeText());
            } else if (node instanceof Element element) {
                return element(element);
            }
            return FilterResult.CONTINUE;
        }

        private FilterResult element(Element element) {
            String name = element.normalName();
            if (UNSEEN.contains(name)) {
                return FilterResult.SKIP_ENTIRELY;
            }
            if (element.isBlock() || name.equals("br")) {
                endParagraph();
            }
            if (name.matches("h[1-6]") && element.hasText()) {
                layout.heading(name.charAt(1) - '0', element.text());
                return FilterResult.SKIP_ENTIRELY;
            }
            // A table that contains tables is a layout table; the inner ones are read.
            if (name.equals("table") && !containsTable(element)) {
                table(element);
                return FilterResult.SKIP_ENTIRELY;
            }
            return FilterResult.CONTINUE;
        }

        @Override
        public FilterResult tail(Node node, int depth) {
            if (node instanceof Element element && element.isBlock()) {
                endParagraph();
            }
            return FilterResult.CONTINUE;
        }

        private static boolean containsTable(Element table) {
            return table.stream().skip(1).anyMatch(inner -> inner.normalName().equals("table"));
        }

        private void table(Element table) {
            List<List<String>> rows = table.select("tr").stream()
                    .map(row -> row.select("> th, > td").eachText().isEmpty() ? List.<String>of() : cells(row))
                    .filter(row -> !row.isEmpty())
                    .toList();
            if (!rows.isEmpty()) {
                layout.table(rows);
            }
        }

        private static List<String> cells(Element row) {
            return row.select("> th, > td").stream().map(Writer::cell).toList();
        }

        /** Returns the text of a cell with a line for each block and line break. */
        private static String cell(Element cell) {
            StringBuilder lines = new StringBuilder();
            cell.traverse((node, depth) -> {
                if (node instanceof TextNode text) {
                    lines.append(oneLine(text.getWholeText()));
                } else if (node instanceof Element element
                        && (element.isBlock() || element.normalName().equals("br"))) {
                    lines.append('\n');
                }
            });
            return lines.toString().strip();
        }

        private static String oneLine(String text) {
            return text.replaceAll("[\\s\\u00A0]+", " ");
        }

        void endParagraph() {
            String text = oneLine(paragraph.toString()).strip();
            paragraph.setLength(0);
            if (!text.isEmpty()) {
                layout.paragraph(text);
            }
        }
    }
}

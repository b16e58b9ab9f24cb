/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/** Sections of all documentation pages, for the search of the site. */
final class SearchIndex {
    private final List<Map<String, String>> sections = new ArrayList<>();

    SearchIndex(Map<Path, Element> pages) {
        pages.forEach((source, page) -> {
            if (source.toString().matches(".*\\.(adoc|md)")) {
                add(Links.pageName(source), page);
            }
        });
    }

    private void add(String name, Element page) {
        Collector collector = new Collector(name);
        page.traverse(collector);
        collector.finish();
    }

    /** Writes a script, because a page that is opened as a file cannot load JSON. */
    void write(Path output) throws IOException {
        String json = JsonMapper.builder().build().writeValueAsString(sections);
        Files.writeString(output.resolve("search-index.js"), "window.docprocSections = " + json + ";\n");
    }

    /** Collects the text between headings. */
    private final class Collector implements NodeVisitor {
        private final String page;
        private final StringBuilder text = new StringBuilder();
        private String title = "";
        private String heading = "";
        private String anchor = "";

        Collector(String page) {
            this.page = page;
        }

        @Override
        public void head(Node node, int depth) {
            if (node instanceof Element element && element.tagName().matches("h[1-3]")) {
                finish();
                heading = element.text().replaceFirst("^Docproc: ", "");
                title = title.isEmpty() ? heading : title;
                anchor = element.id();
            } else if (node instanceof TextNode words && !isHeading(words)) {
                text.append(words.text()).append(' ');
            }
        }

        private static boolean isHeading(TextNode words) {
            return words.parent().closest("h1, h2, h3") != null;
        }

        void finish() {
            String words = text.toString().replaceAll("\\s+", " ").strip();
            if (!words.isEmpty()) {
                String url = page + (anchor.isEmpty() ? "" : "#" + anchor);
                sections.add(Map.of("url", url, "title", title, "heading", heading, "text", words));
            }
            text.setLength(0);
        }
    }
}

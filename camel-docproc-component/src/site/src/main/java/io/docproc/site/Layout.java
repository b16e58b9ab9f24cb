/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Frame of each page: title, search field, navigation, and the sections of the page. */
final class Layout {
    private static final Map<String, String> ASSETS = Map.of(
            "site.css", "/site/site.css",
            "site.js", "/site/site.js",
            "lunr.js", "/META-INF/resources/webjars/lunr/2.3.9/lunr.js");

    private final List<SiteMap.Group> groups;
    private final String template;

    Layout(List<SiteMap.Group> groups) throws IOException {
        this.groups = groups;
        this.template = new String(resource("/site/page.html"), StandardCharsets.UTF_8);
    }

    /** Copies style sheet and scripts. */
    static void copyAssets(Path output) throws IOException {
        for (Map.Entry<String, String> asset : ASSETS.entrySet()) {
            Files.write(output.resolve(asset.getKey()), resource(asset.getValue()));
        }
    }

    /** Returns the HTML of a page. */
    String render(Path source, Element content) {
        Document page = Jsoup.parse(template);
        page.outputSettings().prettyPrint(false);
        Element title = content.selectFirst("h1");
        page.title((title == null ? source.toString() : title.text()) + " | docproc");
        groups.forEach(group -> navigation(page.getElementById("nav"), group, source));
        sections(page.getElementById("sections"), content);
        Element article = page.getElementById("content");
        article.appendChild(content.clone());
        article.select("table").wrap("<div class=\"scroll\" tabindex=\"0\"></div>");
        return page.outerHtml();
    }

    private static void navigation(Element nav, SiteMap.Group group, Path current) {
        nav.appendElement("h2").text(group.title());
        Element list = nav.appendElement("ul");
        for (SiteMap.Entry entry : group.entries()) {
            Element link = list.appendElement("li").appendElement("a");
            link.attr("href", Links.pageName(entry.source())).text(entry.title());
            if (entry.source().equals(current)) {
                link.attr("aria-current", "page");
            }
        }
    }

    private static void sections(Element list, Element content) {
        for (Element heading : content.select("h2[id]")) {
            list.appendElement("li")
                    .appendElement("a")
                    .attr("href", "#" + heading.id())
                    .text(heading.text());
        }
        if (list.childrenSize() < 2) {
            list.parent().remove();
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = Layout.class.getResourceAsStream(name)) {
            return stream.readAllBytes();
        }
    }
}

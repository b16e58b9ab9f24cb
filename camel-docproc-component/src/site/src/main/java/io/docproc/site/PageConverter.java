/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import org.asciidoctor.log.Severity;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** Converts AsciiDoc, Markdown, source files and folders to HTML. Links keep the paths of the repository. */
final class PageConverter implements AutoCloseable {
    private static final List<Extension> MARKDOWN = List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Set<String> TEXT_FILES = Set.of("java", "yaml", "xml", "properties", "md", "adoc", "json");

    private final Path root;
    private final Asciidoctor asciidoctor = Asciidoctor.Factory.create();
    private final List<String> problems = new ArrayList<>();

    PageConverter(Path root) {
        this.root = root;
        asciidoctor.registerLogHandler(message -> {
            if (message.getSeverity().compareTo(Severity.WARN) >= 0) {
                problems.add(message.getCursor() + ": " + message.getMessage());
            }
        });
    }

    /** Returns the warnings of all conversions. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the content of a page; its first element is the title. */
    Element convert(Path source) throws IOException {
        Path file = root.resolve(source);
        if (Files.isDirectory(file)) {
            return listing(source);
        }
        String text = text(file);
        String name = source.getFileName().toString();
        if (name.endsWith(".adoc")) {
            return body(asciidoc(text, file.getParent()));
        }
        return name.endsWith(".md") ? body(markdown(text)) : code(source, text);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(
                    "The documentation links to " + file + ", which is not UTF-8 text; link to the folder instead.", e);
        }
    }

    private String asciidoc(String text, Path folder) {
        Attributes attributes = Attributes.builder()
                .showTitle(true)
                .sourceHighlighter("rouge")
                .attribute("rouge-css", "style")
                .attribute("rouge-style", "github")
                .attribute("relfilesuffix", ".adoc")
                .attribute("toc!", "")
                .attribute("icons!", "")
                .build();
        return asciidoctor.convert(
                text,
                Options.builder()
                        .safe(SafeMode.SAFE)
                        .baseDir(folder.toFile())
                        .standalone(false)
                        .attributes(attributes)
                        .build());
    }

    private static String markdown(String text) {
        return HtmlRenderer.builder()
                .extensions(MARKDOWN)
                .build()
                .render(Parser.builder().extensions(MARKDOWN).build().parse(text));
    }

    private static Element code(Path source, String text) {
        Element page = titled(source);
        page.appendElement("pre").appendElement("code").text(text);
        return page;
    }

    private Element listing(Path folder) throws IOException {
        Element page = titled(folder);
        Element list = page.appendElement("ul");
        for (Path file : textFiles(root.resolve(folder))) {
            String name = Links.path(root.resolve(folder).relativize(file));
            list.appendElement("li")
                    .appendElement("a")
                    .attr("href", folder.getFileName() + "/" + name)
                    .text(name);
        }
        return page;
    }

    private static List<Path> textFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !Links.path(file).contains("/target/"))
                    .filter(file -> TEXT_FILES.contains(file.toString().replaceAll(".*\\.", "")))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static Element titled(Path source) {
        Element page = new Element("div");
        page.appendElement("h1").text(source.getFileName().toString());
        page.appendElement("p").appendElement("code").text(Links.path(source));
        return page;
    }

    private static Element body(String html) {
        return Jsoup.parseBodyFragment(html).body().tagName("div");
    }

    @Override
    public void close() {
        asciidoctor.close();
    }
}

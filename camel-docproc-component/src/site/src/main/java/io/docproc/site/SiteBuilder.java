/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;

/**
 * Builds the web site of the project: the README, all documentation pages, and each file of the repository to which they
 * link. Fails if a link, an anchor or an image is missing.
 */
public final class SiteBuilder {
    private static final Path START = Path.of("README.md");
    private static final Path PAGES = Path.of("camel-docproc-component/src/main/docs");

    private final Path root;
    private final Path output;
    private final Links links;
    private final Map<Path, Element> pages = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    /**
     * @param root the root folder of the repository
     * @param output the folder of the site
     */
    SiteBuilder(Path root, Path output) {
        this.root = root.toAbsolutePath().normalize();
        this.output = output.toAbsolutePath().normalize();
        this.links = new Links(this.root);
    }

    /**
     * Builds the site.
     *
     * @param arguments the root folder of the repository, and the folder of the site
     * @throws IllegalStateException if a link is broken, or AsciiDoc reports a warning
     */
    public static void main(String[] arguments) throws IOException {
        new SiteBuilder(Path.of(arguments[0]), Path.of(arguments[1])).build();
    }

    /**
     * Deletes the pages of an earlier build, and converts and writes all pages.
     *
     * @throws IllegalStateException if a link is broken, or AsciiDoc reports a warning
     */
    void build() throws IOException {
        deleteOldPages();
        Files.createDirectories(output);
        try (PageConverter converter = new PageConverter(root)) {
            convertAll(converter);
            problems.addAll(converter.problems());
        }
        problems.addAll(links.missingAnchors(pages));
        if (!problems.isEmpty()) {
            throw new IllegalStateException("The documentation has " + problems.size() + " problems; correct them:\n"
                    + String.join("\n", problems));
        }
        Layout layout = new Layout(new SiteMap(root).groups());
        for (Map.Entry<Path, Element> page : pages.entrySet()) {
            Path source = page.getKey();
            Files.writeString(output.resolve(Links.pageName(source)), layout.render(source, page.getValue()));
        }
        new SearchIndex(pages).write(output);
        Layout.copyAssets(output);
    }

    private void deleteOldPages() throws IOException {
        if (Files.isDirectory(output)) {
            try (var files = Files.list(output)) {
                for (Path page :
                        files.filter(file -> file.toString().endsWith(".html")).toList()) {
                    Files.delete(page);
                }
            }
        }
    }

    private void convertAll(PageConverter converter) throws IOException {
        Deque<Path> sources = new ArrayDeque<>(List.of(START));
        try (var files = Files.list(root.resolve(PAGES))) {
            files.filter(file -> file.toString().endsWith(".adoc"))
                    .sorted()
                    .map(root::relativize)
                    .forEach(sources::add);
        }
        while (!sources.isEmpty()) {
            Path source = sources.remove();
            if (pages.containsKey(source)) {
                continue;
            }
            Element page = converter.convert(source);
            Links.Targets targets = links.resolve(source, page);
            problems.addAll(targets.problems());
            sources.addAll(targets.pages());
            for (Path image : targets.images()) {
                Path copy = output.resolve(Links.imageName(image));
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(root.resolve(image)));
            }
            pages.put(source, page);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/** Replaces links between files of the repository by links between pages of the site. */
final class Links {
    private static final String EXTERNAL = "^(?:[a-z]+:|//).*";

    private final Path root;

    /**
     * Files to which a page links.
     *
     * @param pages files and folders that must become pages
     * @param images images that the page shows
     * @param problems broken links
     */
    record Targets(List<Path> pages, List<Path> images, List<String> problems) {}

    Links(Path root) {
        this.root = root;
    }

    /** Returns a path with slashes, which links contain on each operating system. */
    static String path(Path file) {
        return file.toString().replace('\\', '/');
    }

    /** Returns the name of the page of a file: {@code index.html} for the README. */
    static String pageName(Path source) {
        String name = path(source);
        if (name.equals("README.md")) {
            return "index.html";
        }
        return name.replaceAll("^camel-docproc-component/src/main/docs/(.*)\\.adoc$", "$1")
                        .replaceAll("/README\\.md$", "")
                        .replaceAll("^camel-docproc-|^\\.", "")
                        .replace('/', '-')
                + ".html";
    }

    /** Returns the name of an image's copy. */
    static String imageName(Path image) {
        return "images/" + path(image).replace('/', '-');
    }

    /** Rewrites the links of a page and returns their targets. */
    Targets resolve(Path source, Element page) {
        Targets targets = new Targets(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Element link : page.select("a[href]")) {
            String[] parts = link.attr("href").split("#", 2);
            if (!parts[0].isEmpty() && !parts[0].matches(EXTERNAL)) {
                target(source, parts[0], targets).map(this::withReadme).ifPresent(file -> {
                    targets.pages().add(file);
                    link.attr("href", pageName(file) + (parts.length > 1 ? "#" + parts[1] : ""));
                });
            }
        }
        for (Element image : page.select("img[src]")) {
            target(source, image.attr("src"), targets).ifPresent(file -> {
                targets.images().add(file);
                image.attr("src", imageName(file));
            });
        }
        return targets;
    }

    private Optional<Path> target(Path source, String link, Targets targets) {
        Path folder = root.resolve(source).getParent();
        Path file =
                folder.resolve(URLDecoder.decode(link, StandardCharsets.UTF_8)).normalize();
        if (file.startsWith(root) && Files.exists(file)) {
            return Optional.of(root.relativize(file));
        }
        targets.problems().add(source + ": " + link + " does not exist");
        return Optional.empty();
    }

    private Path withReadme(Path target) {
        Path readme = target.resolve("README.md");
        return Files.exists(root.resolve(readme)) ? readme : target;
    }

    /** Returns the links to anchors that their page does not have. */
    List<String> missingAnchors(Map<Path, Element> pages) {
        Map<String, Element> byName = pages.entrySet().stream()
                .collect(Collectors.toMap(page -> pageName(page.getKey()), Map.Entry::getValue));
        return pages.entrySet().stream()
                .flatMap(page -> page.getValue().select("a[href*=#]").stream()
                        .map(link -> link.attr("href"))
                        .filter(link -> !link.matches(EXTERNAL))
                        .filter(link -> !hasAnchor(link, page.getKey(), byName))
                        .map(link -> page.getKey() + ": there is no anchor " + link))
                .toList();
    }

    private static boolean hasAnchor(String link, Path source, Map<String, Element> pages) {
        String[] parts = link.split("#", 2);
        Element page = pages.get(parts[0].isEmpty() ? pageName(source) : parts[0]);
        return Stream.ofNullable(page).anyMatch(element -> element.getElementById(parts[1]) != null);
    }
}

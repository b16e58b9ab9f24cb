/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Navigation of the site: the groups of the map on the overview page, and the examples of the README. */
final class SiteMap {
    private static final Path README = Path.of("README.md");
    private static final Path OVERVIEW = Path.of("camel-docproc-component/src/main/docs/docproc-component.adoc");
    private static final Pattern GROUP = Pattern.compile("(?ms)^=== (\\w+)\\n(.*?)(?=^==)");
    private static final Pattern PAGE = Pattern.compile("(?m)^\\* (?:xref|link):([^\\[#]+)\\[([^\\]]+)]");
    private static final Pattern EXAMPLES = Pattern.compile("(?ms)^## Examples\\n(.*?)(?=^## )");
    private static final Pattern EXAMPLE = Pattern.compile("\\[([^\\]]+)]\\(([^)]+)\\)");

    private final Path root;

    /** Page in the navigation. */
    record Entry(String title, Path source) {}

    /** Titled list of pages. */
    record Group(String title, List<Entry> entries) {}

    SiteMap(Path root) {
        this.root = root;
    }

    List<Group> groups() throws IOException {
        List<Group> groups = new ArrayList<>();
        groups.add(new Group("Start", List.of(new Entry("Quick start", README), new Entry("Overview", OVERVIEW))));
        String overview = Files.readString(root.resolve(OVERVIEW));
        String map = overview.substring(overview.indexOf("[#pages]"));
        GROUP.matcher(map)
                .results()
                .forEach(group -> groups.add(new Group(group.group(1), entries(PAGE, group.group(2), OVERVIEW, 2, 1))));
        EXAMPLES.matcher(Files.readString(root.resolve(README)))
                .results()
                .forEach(table -> groups.add(
                        Math.min(2, groups.size()),
                        new Group("Examples", entries(EXAMPLE, table.group(1), README, 1, 2))));
        return List.copyOf(groups);
    }

    private List<Entry> entries(Pattern pattern, String text, Path page, int title, int link) {
        return pattern.matcher(text)
                .results()
                .map(entry -> new Entry(entry.group(title), source(page, entry.group(link))))
                .toList();
    }

    private Path source(Path page, String link) {
        return root.relativize(root.resolve(page).resolveSibling(link).normalize());
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each page has a group in the map of the overview and names its readers. The README is short, and its links are valid. */
final class PageMapTest {
    private static final Path README = Repository.ROOT.resolve("README.md");
    private static final String OVERVIEW = "docproc-component.adoc";
    private static final int README_BYTES = 6 * 1024;
    private static final Map<String, String> READERS =
            Map.of("Use", "*For authors of routes", "Operate", "*For operators", "Contribute", "*For maintainers");
    private static final Pattern GROUP = Pattern.compile("(?ms)^=== (Use|Operate|Contribute)\\n(.*?)(?=^==)");
    private static final Pattern FIRST_PARAGRAPH = Pattern.compile("\\n\\n([^\\n]+)");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#([\\w-]+))?\\)");

    private final String map = Files.readString(GeneratedPage.PAGES.resolve(OVERVIEW));

    PageMapTest() throws IOException {}

    @ParameterizedTest
    @MethodSource("io.docproc.camel.docs.SnippetsTest#pages")
    void eachPageHasAGroupAndNamesItsReaders(Path page) throws IOException {
        String name = GeneratedPage.PAGES.relativize(page).toString();
        List<String> groups = name.equals(OVERVIEW) ? List.of("Use") : groups(name);

        assertThat(groups).as("groups of %s in the map of %s", name, OVERVIEW).hasSize(1);
        assertThat(firstParagraph(Files.readString(page))).startsWith(READERS.get(groups.get(0)));
    }

    private List<String> groups(String page) {
        return GROUP.matcher(map)
                .results()
                .filter(group -> group.group(2).contains("\n* xref:" + page + "["))
                .map(group -> group.group(1))
                .toList();
    }

    private static String firstParagraph(String page) {
        return FIRST_PARAGRAPH
                .matcher(page)
                .results()
                .map(paragraph -> paragraph.group(1))
                .findFirst()
                .orElse("");
    }

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.size(README)).isLessThan(README_BYTES);
    }

    @Test
    void theLinksOfTheReadmeAreValid() throws IOException {
        assertThat(LINK.matcher(Files.readString(README)).results().toList())
                .isNotEmpty()
                .allSatisfy(PageMapTest::assertValid);
    }

    private static void assertValid(MatchResult link) throws IOException {
        Path target = README.resolveSibling(link.group(1));
        assertThat(target).exists();
        if (link.group(2) != null) {
            assertThat(Files.readString(target)).contains("\n[#" + link.group(2) + "]\n");
        }
    }
}

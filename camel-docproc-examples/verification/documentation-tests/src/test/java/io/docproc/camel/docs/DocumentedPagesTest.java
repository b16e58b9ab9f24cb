/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.DocprocOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links, sections and tables of the documentation pages. */
final class DocumentedPagesTest {
    private static final Pattern PAGE_LINK = Pattern.compile("xref:([\\w./-]+\\.adoc)(?:#([\\w-]+))?\\[");
    private static final Pattern ANCHOR_LINK = Pattern.compile("<<([\\w-]+)>>");
    private static final Pattern FILE_LINK = Pattern.compile("(?:image::|link:)([^\\[:]+)\\[");

    private final String start = page("docproc-component.adoc");
    private final String operations = page("docproc-operations.adoc");

    @ParameterizedTest
    @MethodSource("io.docproc.camel.docs.SnippetsTest#pages")
    void eachRouteInAPageIsATestedSnippet(Path page) {
        String withoutSnippets = Snippets.BLOCK.matcher(read(page)).replaceAll("");

        assertThat(withoutSnippets).doesNotContain("include::", "- route:", "<route", "from(\"direct", "\ncamel.");
    }

    @ParameterizedTest
    @MethodSource("io.docproc.camel.docs.SnippetsTest#pages")
    void linksOfAPageAreValid(Path page) {
        String text = read(page);

        assertThat(PAGE_LINK.matcher(text).results()).allSatisfy(link -> {
            assertThat(page.resolveSibling(link.group(1))).exists();
            if (link.group(2) != null) {
                assertThat(read(page.resolveSibling(link.group(1)))).contains("\n[#" + link.group(2) + "]\n");
            }
        });
        assertThat(ANCHOR_LINK.matcher(text).results())
                .allSatisfy(link -> assertThat(text).contains("\n[#" + link.group(1) + "]\n"));
        assertThat(FILE_LINK.matcher(text).results()).allSatisfy(file -> assertThat(page.resolveSibling(file.group(1)))
                .exists());
    }

    @ParameterizedTest
    @MethodSource("io.docproc.camel.docs.SnippetsTest#pages")
    void eachPageIsLinkedFromTheStartPage(Path page) {
        String name = GeneratedPage.PAGES.relativize(page).toString();

        assertThat(name.equals("docproc-component.adoc") || start.contains("xref:" + name + "["))
                .as("%s is linked", name)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"webhook", "completions", "addField", "updateTable"})
    void eachOperationHasASection(DocprocOperation operation) {
        assertThat(operations)
                .contains("\n[#" + operation + "]\n== " + operation + "\n", "xref:docproc-options.adoc#" + operation);
        assertThat(start).contains("\n| xref:docproc-operations.adoc#" + operation + "[`" + operation + "`] |");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/interface/error-codes.csv", numLinesToSkip = 1)
    void eachErrorCodeIsListedWithItsException(int code, String meaning, String exception) {
        assertThat(page("docproc-errors.adoc")
                        .lines()
                        .filter(line -> line.matches("\\| `Docproc.*\\b" + code + "\\b.*")))
                .singleElement()
                .asString()
                .startsWith("| `" + exception + "`");
    }

    private static String page(String name) {
        return read(GeneratedPage.PAGES.resolve(name));
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

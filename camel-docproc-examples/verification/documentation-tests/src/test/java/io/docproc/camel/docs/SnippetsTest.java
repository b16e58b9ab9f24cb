/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snippets in the documentation pages are up to date. */
final class SnippetsTest {
    private static final Path EXAMPLES = Repository.EXAMPLES;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("pages")
    void theSnippetsOfAPageAreUpToDate(Path page) throws IOException {
        GeneratedPage.assertUpToDate(page, new Snippets(Repository.COMPONENT).refresh(Files.readString(page)));
    }

    static Stream<Path> pages() throws IOException {
        return pages(GeneratedPage.PAGES, 2);
    }

    private static Stream<Path> pages(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".adoc")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examplesPages")
    void theSnippetsOfAnExamplesPageAreUpToDate(Path page) throws IOException {
        GeneratedPage.assertUpToDate(page, new Snippets(page.getParent()).refresh(Files.readString(page)));
    }

    static Stream<Path> examplesPages() throws IOException {
        return pages(EXAMPLES, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings =
                    "../camel-docproc-examples/verification/documentation-tests/src/test/resources/docs/application.properties#account")
    void theReadmeContainsTestedSnippets(String snippet) throws IOException {
        String page = "// snippet: " + snippet + "\n----\n----\n";
        String code =
                new Snippets(Repository.COMPONENT).refresh(page).lines().skip(2).collect(Collectors.joining("\n"));

        assertThat(Files.readString(Repository.ROOT.resolve("README.md"))).contains(code.replace("\n----", ""));
    }

    @Test
    void aSnippetIsTheUnindentedCodeBetweenItsTags() throws IOException {
        Files.writeString(
                directory.resolve("A.java"),
                "class A {\n    // tag::b[]\n    // tag::c[]\n    b();\n    // end::c[]\n\n      c();\n    // end::b[]\n}\n");

        assertThat(refresh("A.java#b", "old();\n")).isEqualTo(page("A.java#b", "b();\n\n  c();\n"));
    }

    @Test
    void aSnippetWithoutTagIsTheFileWithoutItsLicence() throws IOException {
        Files.writeString(directory.resolve("a.yaml"), "# SPDX-License-Identifier: Apache-2.0\n- a: $1\n");

        assertThat(refresh("a.yaml", "")).isEqualTo(page("a.yaml", "- a: $1\n"));
    }

    @Test
    void aMissingOrDuplicateTagIsAnError() throws IOException {
        Files.writeString(directory.resolve("a.yaml"), "# tag::b[]\n# end::b[]\n# tag::b[]\n");

        assertThatIllegalStateException()
                .isThrownBy(() -> refresh("a.yaml#b", ""))
                .withMessageContaining("2 lines");
        assertThatIllegalStateException()
                .isThrownBy(() -> refresh("a.yaml#c", ""))
                .withMessageContaining("0 lines");
    }

    private String refresh(String source, String code) {
        return new Snippets(directory).refresh(page(source, code));
    }

    private static String page(String source, String code) {
        return "Before\n\n[source]\n// snippet: " + source + "\n----\n" + code + "----\n\n----\nafter\n----\n";
    }
}

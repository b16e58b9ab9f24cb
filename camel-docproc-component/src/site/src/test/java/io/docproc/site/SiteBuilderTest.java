/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SiteBuilderTest {
    private static final String OVERVIEW = "camel-docproc-component/src/main/docs/docproc-component.adoc";
    private static final String OPERATIONS = "camel-docproc-component/src/main/docs/docproc-operations.adoc";

    @TempDir
    private Path root;

    @BeforeEach
    void writePages() throws IOException {
        write(
                "README.md",
                "# docproc\n\n[Overview](" + OVERVIEW + ")\n\n## Examples\n\n[a](a/README.md)\n\n## Documentation\n");
        write("a/README.md", "# Example\n\n[route](route.yaml)\n");
        write("a/route.yaml", "- route:\n");
        write(
                OVERVIEW,
                "= Docproc\n\n[#pages]\n== Pages\n\n=== Use\n\n* xref:docproc-operations.adoc[Operations]\n\n== End\n");
        write(OPERATIONS, "= Docproc: operations\n\n[#crop]\n== crop\n\nCrops a page.\n");
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String page(String name) throws IOException {
        return Files.readString(root.resolve("site").resolve(name));
    }

    private void build() throws IOException {
        new SiteBuilder(root, root.resolve("site")).build();
    }

    @Test
    void eachPageHasTheNavigationAndLinksToPagesOfTheSite() throws IOException {
        build();

        assertThat(page("index.html"))
                .contains("<a href=\"docproc-component.html\">Overview</a>", "<a href=\"a.html\">a</a>");
        assertThat(page("docproc-operations.html")).contains("aria-current=\"page\">Operations</a>");
        assertThat(page("a.html")).contains("href=\"a-route.yaml.html\"");
        assertThat(page("search-index.js")).contains("Crops a page.", "docproc-operations.html#crop");
    }

    @Test
    void pagesOfAnEarlierBuildAreDeleted() throws IOException {
        write("site/gone.html", "<p>Gone");

        build();

        assertThat(root.resolve("site/gone.html")).doesNotExist();
        assertThat(page("a.html")).contains("Example");
    }

    @Test
    void aLinkToABinaryFileFailsWithItsName() throws IOException {
        Files.write(root.resolve("a/route.yaml"), new byte[] {(byte) 0xFF});

        assertThatIOException()
                .isThrownBy(this::build)
                .withMessageContaining(Path.of("a", "route.yaml").toString())
                .withMessageContaining("is not UTF-8 text");
    }

    @Test
    void pathsOfWindowsHaveTheSameLinks() {
        assertThat(Links.path(Path.of("a\\b\\README.md"))).isEqualTo("a/b/README.md");
    }

    @Test
    void aMissingFileAnchorOrImageFailsTheBuild() throws IOException {
        write(OPERATIONS, "= Docproc: operations\n\nxref:docproc-gone.adoc[]\n\nxref:docproc-component.adoc#gone[]\n");
        write("a/README.md", "# Example\n\n![gone](gone.png)\n");

        assertThatIllegalStateException()
                .isThrownBy(this::build)
                .withMessageContaining("has 3 problems")
                .withMessageContaining("docproc-gone.adoc does not exist")
                .withMessageContaining("no anchor docproc-component.html#gone")
                .withMessageContaining("gone.png does not exist");
    }
}

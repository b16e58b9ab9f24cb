/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Documentation file that is generated at least in part and committed. */
final class GeneratedPage {
    /** Command that writes all generated parts of the documentation. */
    static final String REFRESH = "mvn -pl :docproc-documentation-tests -am test"
            + " -Dtest='io.docproc.camel.docs.*Test' -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true";

    static final Path PAGES = Repository.COMPONENT.resolve("src/main/docs");

    private GeneratedPage() {}

    /** Asserts that a page equals its generated text; with {@code -Ddocs.write=true} writes it first. */
    static void assertUpToDate(Path page, String generated) throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, generated);
        }
        assertThat(page)
                .as("refresh it with: %s", REFRESH)
                .usingCharset(StandardCharsets.UTF_8)
                .hasContent(generated);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Documentation file that is generated at least in part and committed. */
final class GeneratedPage {
    /** Command that writes all generated parts of the documentation. */
    static final String REFRESH =
            "mvn -pl camel-docproc-component test" + " -Dtest='io.docproc.camel.docs.*Test' -Ddocs.write=true";

    static final Path PAGES = Path.of("src/main/docs");

    private GeneratedPage() {}

    /** Asserts that a page equals its generated text; with {@code -Ddocs.write=true} writes it first. */
    static void assertUpToDate(Path page, String generated) throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, generated);
        }
        assertThat(page).as("refresh it with: %s", REFRESH).hasContent(generated);
    }
}

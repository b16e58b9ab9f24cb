/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the documentation that is wholly or partly generated, and kept with the sources. */
final class GeneratedPage {
    /** Writes all generated parts of the documentation. */
    static final String REFRESH =
            "mvn -pl camel-docproc-component test" + " -Dtest='io.docproc.camel.docs.*Test' -Ddocs.write=true";

    static final Path PAGES = Path.of("src/main/docs");

    private GeneratedPage() {}

    /** Requires that a page is as it is generated, after having written it where that is asked for. */
    static void assertUpToDate(Path page, String generated) throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, generated);
        }
        assertThat(page).as("refresh it with: %s", REFRESH).hasContent(generated);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ComponentJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class OptionTablesTest {
    static final String REFRESH = "mvn -pl camel-docproc-component test -Dtest=OptionTablesTest -Ddocs.write=true";

    private static final Path PAGE = Path.of("src/main/docs/docproc-options.adoc");

    @Test
    void theOptionTablesAreUpToDate() throws IOException {
        String tables = new OptionTables(ComponentJson.model()).render();
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, tables);
        }

        assertThat(PAGE).as("refresh the page with: %s", REFRESH).hasContent(tables);
    }
}

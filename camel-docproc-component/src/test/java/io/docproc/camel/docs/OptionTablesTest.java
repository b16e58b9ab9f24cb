/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.testkit.ComponentJson;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class OptionTablesTest {
    @Test
    void theOptionTablesAreUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(
                GeneratedPage.PAGES.resolve("docproc-options.adoc"), new OptionTables(ComponentJson.model()).render());
    }
}

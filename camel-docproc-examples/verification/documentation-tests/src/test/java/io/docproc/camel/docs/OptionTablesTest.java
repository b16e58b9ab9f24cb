/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ComponentJson;
import java.io.IOException;
import org.apache.camel.tooling.model.ComponentModel;
import org.junit.jupiter.api.Test;

/** The page of options and headers is up to date. */
final class OptionTablesTest {
    @Test
    void theOptionTablesAreUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(
                GeneratedPage.PAGES.resolve("docproc-options.adoc"), new OptionTables(ComponentJson.model()).render());
    }

    @Test
    void eachHeaderOfAnOptionIsMarkedAtItsOption() {
        ComponentModel component = ComponentJson.model();

        assertThat(component.getEndpointOptions().stream().map(OptionTables::header))
                .containsAll(new OptionTables(component).optionHeaders());
    }
}

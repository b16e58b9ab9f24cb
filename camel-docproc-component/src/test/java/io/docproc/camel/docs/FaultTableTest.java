/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.GeneratedPage;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FaultTableTest {
    @Test
    void eachFaultHasATest() throws IOException {
        FaultTable table = new FaultTable();

        assertThat(table.testedFaultNumbers())
                .isEqualTo(table.faultNumbers())
                .containsAll(IntStream.rangeClosed(1, 45).boxed().toList());
    }

    @Test
    void theFaultPageIsUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(GeneratedPage.PAGES.resolve("docproc-faults.adoc"), new FaultTable().render());
    }
}

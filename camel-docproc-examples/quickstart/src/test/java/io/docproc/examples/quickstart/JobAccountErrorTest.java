/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.AccountOutage;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobAccountErrorTest {
    private static final int DOCUMENTS = 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"40003, yaml", "40102, xml"})
    void documentsStayInTheInboxUntilTheAccountWorksAgain(int code, String dsl) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        List<String> calls = new CopyOnWriteArrayList<>();
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .callLines(calls::add)
                .faults(List.of(FaultDefinition.parse(outage.fault("extract"))));
        try (LocalService service = new LocalService(options).start()) {
            JobFixture job = new JobFixture(folder)
                    .account(service.baseUrl(), "local-app", "local-secret")
                    .with("docproc.dsl", dsl);
            for (int number = 0; number < DOCUMENTS; number++) {
                job.drop("order-" + number + ".txt", "Order No.: N-" + number);
            }

            assertThat(job.run()).as(job.console()).isTrue();

            outage.assertProbed(calls, "extract", DOCUMENTS);
            assertThat(Files.exists(job.failed("")) ? JobFixture.names(job.failed("")) : List.of())
                    .isEmpty();
            assertThat(JobFixture.names(job.outbox("originals"))).hasSize(DOCUMENTS);
            assertThat(job.fields("order-1.txt").path("invoice_number").asText())
                    .isEqualTo("N-1");
        }
    }

    @Tag("endurance")
    @ParameterizedTest
    @CsvSource({"40003, xml", "40102, yaml", "40008, xml"})
    void documentsStayInTheInboxAfterEachAccountError(int code, String dsl) throws Exception {
        documentsStayInTheInboxUntilTheAccountWorksAgain(code, dsl);
    }
}

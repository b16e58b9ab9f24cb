/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountOutage;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers during account errors. */
class WorkerAccountErrorTest {
    private static final int DOCUMENTS = 12;

    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({"40003, yaml", "40102, xml", "40008, yaml"})
    void messagesWaitForTheAccountAndAreNotRedelivered(int code, String dsl) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl, outage.fault("parseSync"))) {
            nodes.with("docproc.brokerRedeliveries", "0");
            for (Path document : NumberedDocuments.write(nodes.folder("inbox"), DOCUMENTS)) {
                nodes.send(document);
            }
            nodes.start("worker");

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.deadLetters()).isEmpty();
            assertThat(nodes.results()).hasSize(DOCUMENTS);
            outage.assertProbed(nodes.calls(), "parseSync", DOCUMENTS);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountOutage;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers during account errors. */
class WorkerAccountErrorTest {
    private static final int DOCUMENTS = 12;

    /** Account errors that run in each build; the profile {@code endurance} runs all. */
    private static final Set<Integer> FEW_CODES = Set.of(40003, 40306, 40102);

    @TempDir
    private Path home;

    static Stream<Arguments> accountOutages() {
        return AccountOutage.all()
                .filter(outage -> Boolean.getBoolean("tests.endurance") || FEW_CODES.contains(outage.code()))
                .map(outage -> Arguments.of(outage, outage.code() % 2 == 0 ? "yaml" : "xml"));
    }

    @ParameterizedTest
    @MethodSource("accountOutages")
    void anAccountErrorPausesTheWorkerAndCountsAsNoRedelivery(AccountOutage outage, String dsl) throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl, outage.fault("parseSync"))) {
            // With a second thread, a message that arrives during the suspension would be redelivered.
            nodes.with("docproc.accountPause", "20")
                    .with("docproc.redeliveries", "0")
                    .with("docproc.concurrency", "1");
            for (Path document : NumberedDocuments.write(nodes.folder("inbox"), DOCUMENTS)) {
                nodes.send(document);
            }
            nodes.start("worker");

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.deadLetters()).isEmpty();
            assertThat(nodes.results()).hasSize(DOCUMENTS);
            assertThat(nodes.calls(200)).isEqualTo(DOCUMENTS);
            long refused = nodes.calls(outage.code());
            assertThat(refused + balanceRequests(nodes, outage.code())).isEqualTo(outage.refusals());
            assertThat(refused).as("one document for each probe").isLessThanOrEqualTo(1 + balanceRequests(nodes, 200));
        }
    }

    private static long balanceRequests(ScaleOutFixture nodes, int code) {
        return nodes.calls().stream()
                .filter(call -> call.startsWith("balance " + code + " "))
                .count();
    }
}

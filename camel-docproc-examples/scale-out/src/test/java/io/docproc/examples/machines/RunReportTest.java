/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunReportTest {
    private static final Outcome DONE = new Outcome("1", "a.txt", "worker-1", true, "r-1", 0, "", "now");
    private static final Outcome FAILED = new Outcome("2", "b.txt", "worker-2", false, "r-2", 40422, "damaged", "now");

    @Test
    void aRunIsSuccessfulIfEveryDocumentHasItsResultAndNoneWasBilledTwiceNeedlessly() {
        assertThat(report(List.of(DONE), 1, 0, 0).isSuccessful()).isTrue();
        assertThat(report(List.of(DONE), 2, 0, 1).isSuccessful()).isTrue();
        assertThat(new RunReport(1, List.of(DONE), 0, Optional.empty()).isSuccessful())
                .isTrue();
    }

    @Test
    void aRunFailsIfADocumentIsMissingFailedOrBilledTwice() {
        assertThat(new RunReport(2, List.of(DONE), 0, Optional.empty()).isSuccessful())
                .isFalse();
        assertThat(new RunReport(2, List.of(DONE, FAILED), 0, Optional.empty()).isSuccessful())
                .isFalse();
        assertThat(report(List.of(DONE), 2, 0, 0).isSuccessful()).isFalse();
    }

    @Test
    void theTableSaysWhoDidHowManyAndWhatTheServiceCounted() {
        List<String> lines = new ArrayList<>();

        new RunReport(3, List.of(DONE, FAILED), 2, Optional.of(new RunReport.Calls(4, 1, 7, 8))).print(lines::add);

        assertThat(lines)
                .contains(
                        "documents                        3",
                        "results                          1",
                        "failed                           1",
                        "  by worker-1                    1",
                        "missing                          1",
                        "sent twice                       1   at most 2",
                        "rejected by the rate limit       1",
                        "calls in busiest second          7   at most 8");
    }

    private static RunReport report(List<Outcome> outcomes, int calls, int refused, int mayBeSentTwice) {
        return new RunReport(1, outcomes, mayBeSentTwice, Optional.of(new RunReport.Calls(calls, refused, 1, 8)));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short version of what {@link SoakMain} does: long enough to add up, too short to tell a leak. */
class SoakRunTest {
    private static final SoakRun.Plan PLAN = new SoakRun.Plan(
            Duration.ofSeconds(6), Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(1), 1_000, 7);

    @TempDir
    private Path home;

    @Test
    void underFaultsOfAllKindsEveryExchangeEndsOnceEveryJobIsProcessedOnceAndNothingIsKept() throws Exception {
        List<String> said = new ArrayList<>();
        List<String> rows = new ArrayList<>();

        SoakReport report = new SoakRun(PLAN, home, said::add, rows::add).run();

        report.print(said::add);
        assertThat(report.complaints()).as("%s", said).isEmpty();
        assertThat(report.outcomes().ended())
                .isGreaterThan(report.outcomes().failed())
                .isPositive();
        assertThat(report.outcomes().failed()).isPositive();
        assertThat(report.outcomes().table()).hasSize(15).last().asString().startsWith("all");
        assertThat(report.samples()).isNotEmpty();
        assertThat(rows).hasSize(1 + report.samples().size());
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The short form of {@link Main}: long enough to check the figures, too short to detect a leak. */
@Isolated("counts the threads, handles and connections of this process")
class SoakRunTest {
    private static final SoakRun.Plan PLAN = new SoakRun.Plan(
            Duration.ofSeconds(6), Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(1), 1_000, 7);

    @TempDir
    private Path home;

    @Test
    void underFaultsEachExchangeEndsOnceEachJobIsProcessedOnceAndAllResourcesAreReleased() throws Exception {
        List<String> output = new ArrayList<>();
        List<String> rows = new ArrayList<>();

        SoakRun.Report report = new SoakRun(PLAN, home, output::add, rows::add).run();

        output.addAll(report.lines());
        assertThat(report.problems()).as("%s", output).isEmpty();
        assertThat(report.succeeded()).as("%s", output).isPositive();
        assertThat(report.failed()).isPositive();
        assertThat(report.samples()).isPositive();
        assertThat(rows).hasSize(1 + report.samples());
    }

    @Test
    void aResourceThatGrowsInTheSecondHalfIsALeak() {
        List<Resources> samples = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            samples.add(new Resources((30 + i % 7) * 1024L, Math.min(20, 10 + i) + i % 3, 20 + i, 10, i));
        }

        assertThat(Resources.compare(samples).stream().filter(it -> it.endsWith("LEAK")))
                .hasSize(2)
                .anyMatch(it -> it.startsWith("handles"))
                .anyMatch(it -> it.startsWith("temporary files"));
        assertThat(Resources.compare(samples.subList(0, 11))).isEmpty();
    }
}

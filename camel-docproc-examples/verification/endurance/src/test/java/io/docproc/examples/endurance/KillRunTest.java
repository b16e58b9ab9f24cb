/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short version of what {@link KillMain} does. */
class KillRunTest {
    private static final KillRun.Plan PLAN =
            new KillRun.Plan(4, 3, Duration.ofMillis(600), Duration.ofMillis(400), 20_260);

    @TempDir
    private Path home;

    @ParameterizedTest
    @EnumSource
    void anExampleThatIsKilledAtRandomMomentsLosesNothingAndSendsTwiceAtMostWhatWasInFlight(KillMain.Victim victim)
            throws Exception {
        List<String> said = new ArrayList<>();

        RunReport report = KillMain.run(victim, home, PLAN, said::add);

        report.print(said::add);
        assertThat(report.problems()).as("%s", said).isEmpty();
        assertThat(report.isSuccessful()).as("%s", said).isTrue();
        assertThat(report.kills()).hasSize(PLAN.kills());
        assertThat(report.results()).isEqualTo(11);
        assertThat(report.failed()).isEqualTo(1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemonstrationTest {
    private static final int DOCUMENTS = 12;

    @TempDir
    private Path home;

    @Test
    void aWorkerThatIsKilledInItsCallLosesNothingAndTheQuotaIsKept() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Map<String, String> properties = Map.of(
                "docproc.home",
                home.toString(),
                "docproc.documents",
                String.valueOf(DOCUMENTS),
                "docproc.workers",
                "2",
                "docproc.concurrency",
                "1",
                "docproc.accountCallsPerSecond",
                "2");
        MachinesSettings settings = MachinesSettings.from(properties::get, Map.of());

        RunReport report = new Demonstration(settings, Duration.ofMinutes(1), lines::add).run();

        String shown = String.join("\n", lines);
        assertThat(report.results()).as(shown).isEqualTo(DOCUMENTS);
        assertThat(report.sentTwice()).as(shown).contains(1);
        assertThat(report.calls().orElseThrow().refused()).as(shown).isZero();
        assertThat(report.isSuccessful()).as(shown).isTrue();
        assertThat(shown).contains("which another one has not finished", "Killed: 1 of 2 workers");
        assertThat(settings.folder().inbox()).as(shown).isEmptyDirectory();
        for (Outcome outcome : report.outcomes()) {
            String number = outcome.document()
                    .substring("document-".length(), outcome.document().indexOf('.'));
            assertThat(settings.folder().results().resolve(outcome.document() + ".json"))
                    .content()
                    .contains("REF-" + number);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@link Main}. */
class KillRunTest {
    private static final KillRun.Plan PLAN =
            new KillRun.Plan(4, 3, Duration.ofMillis(600), Duration.ofMillis(400), 20_260);

    @TempDir
    private Path home;

    @ParameterizedTest
    @EnumSource
    void anExampleThatIsKilledLosesNothingAndSendsAgainOnlyDocumentsInFlight(Main.Example example) throws Exception {
        List<String> output = new ArrayList<>();

        KillRun.Report report = Main.kill(example, home, PLAN, output::add);

        output.addAll(report.lines());
        assertThat(report.isSuccessful()).as("%s", output).isTrue();
        assertThat(report.kills()).hasSize(PLAN.kills());
        assertThat(report.results()).isEqualTo(11);
        assertThat(report.failed()).isEqualTo(1);
    }

    @Test
    void missingForeignAndSurplusResultsAndDocumentsSentTwiceAreReported() throws Exception {
        KilledExample example = KilledExample.ftp(home);
        Path done = Files.createDirectory(home.resolve("data/server/inbox/.done"));
        Path results = Files.createDirectory(home.resolve("data/results"));
        List<GeneratedDocument> documents = new ArrayList<>();
        for (int number = 1; number <= 4; number++) {
            GeneratedDocument document = GeneratedDocument.create(done, number, example.kinds());
            documents.add(document);
            Files.writeString(results.resolve(document.name() + ".json"), "{\"a\":\"N-00000" + number + "\"}");
        }
        Files.writeString(results.resolve(documents.get(1).name() + ".json"), "{\"a\":\"N-000009\"}");
        Files.delete(results.resolve(documents.get(2).name() + ".json"));
        Files.writeString(results.resolve("unknown.json"), "{}");
        List<KillRun.Kill> kills =
                List.of(new KillRun.Kill(1, Set.of(documents.get(0).name())));
        String twice = documents.get(0).name();
        String neverInFlight = documents.get(3).name();

        KillRun.Report report =
                KillRun.check(example, documents, kills, List.of(twice, twice, neverInFlight, neverInFlight));

        assertThat(report.isSuccessful()).isFalse();
        assertThat(report.results()).isEqualTo(2);
        assertThat(report.problems())
                .hasSize(4)
                .anyMatch(it -> it.startsWith(documents.get(1).name() + ": its result is that of [N-000009]"))
                .anyMatch(it -> it.startsWith(documents.get(2).name() + ": MISSING"))
                .contains(neverInFlight + ": sent 2 times, in flight at 0 kills")
                .contains("unknown.json: the result of no document");
    }
}

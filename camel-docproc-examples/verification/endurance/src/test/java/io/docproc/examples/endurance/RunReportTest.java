/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.endurance.KillRun.Kill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of a run report, on the folders of the FTP example. */
class RunReportTest {
    private static final Map<String, Integer> NONE_SENT = Map.of();

    @TempDir
    private Path home;

    private final List<GeneratedDocument> documents = new ArrayList<>();
    private FolderExample example;
    private Path own;

    @BeforeEach
    void sevenDocumentsAreDoneAsTheyShould() throws IOException {
        example = FolderExample.ftp(home);
        own = home.resolve("data");
        DocumentGenerator generator =
                new DocumentGenerator(Files.createDirectory(home.resolve("made")), Set.of(Kind.TEXT, Kind.BROKEN));
        Files.createDirectories(inbox(".done"));
        Files.createDirectories(inbox(".failed"));
        Files.createDirectories(result(""));
        for (int i = 0; i < 7; i++) {
            GeneratedDocument document = generator.next();
            documents.add(document);
            if (document.kind() == Kind.BROKEN) {
                Files.move(document.file(), inbox(".failed/" + document.name()));
                Files.writeString(
                        inbox(".failed/" + document.name() + ".error.txt"), document.name() + " was not processed.");
            } else {
                Files.move(document.file(), inbox(".done/" + document.name()));
                Files.writeString(result(document.name() + ".json"), resultOf(document.number()));
            }
        }
    }

    private Path inbox(String name) {
        return own.resolve("server/inbox").resolve(name);
    }

    private Path result(String name) {
        return own.resolve("results").resolve(name);
    }

    private static String resultOf(int number) {
        return "{\"invoice_number\":\"" + GeneratedDocument.reference(number) + "\"}";
    }

    private RunReport report(Map<String, Integer> callCounts, Kill... kills) throws IOException {
        return RunReport.of(example, documents, List.of(kills), callCounts);
    }

    private static Kill kill(String... inFlight) {
        return new Kill(Duration.ofSeconds(1), 1, Set.of(inFlight));
    }

    @Test
    void allIsWellWhenEachDocumentHasItsOwnResultOrItsNote() throws IOException {
        RunReport report = report(Map.of(documents.get(0).name(), 1));

        assertThat(report.problems()).isEmpty();
        assertThat(report.isSuccessful()).isTrue();
        assertThat(report.results()).isEqualTo(6);
        assertThat(report.failed()).isEqualTo(1);
    }

    @Test
    void aResultThatIsNotThereIsMissing() throws IOException {
        Files.delete(result(documents.get(2).name() + ".json"));

        RunReport report = report(NONE_SENT);

        assertThat(report.problems())
                .singleElement()
                .asString()
                .contains(documents.get(2).name(), "MISSING");
        assertThat(report.isSuccessful()).isFalse();
    }

    @Test
    void theResultOfAnotherDocumentIsReported() throws IOException {
        Files.writeString(result(documents.get(2).name() + ".json"), resultOf(4));

        assertThat(report(NONE_SENT).problems())
                .singleElement()
                .asString()
                .contains(documents.get(2).name(), GeneratedDocument.reference(4));
    }

    @Test
    void halfAResultIsNone() throws IOException {
        Files.writeString(result(documents.get(2).name() + ".json"), resultOf(3).substring(0, 20));

        assertThat(report(NONE_SENT).problems()).singleElement().asString().contains("cannot be read");
    }

    @Test
    void aDocumentWithResultAndNoteHasMoreThanItsResult() throws IOException {
        Files.writeString(inbox(".failed/" + documents.get(2).name() + ".error.txt"), "failed");

        assertThat(report(NONE_SENT).problems()).singleElement().asString().contains("more than its result");
    }

    @Test
    void anUnfinishedResultIsReported() throws IOException {
        Files.writeString(result(".unfinished-x.json"), "{");

        assertThat(report(NONE_SENT).problems()).containsExactly(".unfinished-x.json: the result of no document");
    }

    @Test
    void aDocumentThatIsStillInTheInboxWaits() throws IOException {
        Files.copy(
                inbox(".done/" + documents.get(2).name()),
                inbox(documents.get(2).name()));

        assertThat(report(NONE_SENT).problems())
                .containsExactly(documents.get(2).name() + ": still waits");
    }

    @Test
    void aBrokenDocumentWithoutItsNoteHasNotFailedAsItShould() throws IOException {
        String broken = documents.get(6).name();
        Files.delete(inbox(".failed/" + broken + ".error.txt"));

        assertThat(report(NONE_SENT).problems()).singleElement().asString().contains(broken, "is broken");
    }

    @Test
    void whatWasInFlightMayBeSentOnceMore() throws IOException {
        String document = documents.get(2).name();

        RunReport report = report(Map.of(document, 2), kill(document), kill());

        assertThat(report.isSuccessful()).isTrue();
        assertThat(report.sentAgain()).isEqualTo(1);
        assertThat(report.inFlight()).isEqualTo(1);
    }

    @Test
    void whatWasNotInFlightMayNotEvenIfAnotherOneWas() throws IOException {
        String document = documents.get(2).name();

        RunReport report = report(Map.of(document, 2), kill(documents.get(3).name()));

        assertThat(report.problems()).containsExactly(document + ": sent 2 times, in flight at 0 kills");
    }
}

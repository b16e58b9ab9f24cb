/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PollerRunTest {
    @TempDir
    private Path home;

    static Stream<Arguments> twins() {
        return Stream.of(Poller.values())
                .flatMap(poller -> languages().map(language -> Arguments.of(poller, language)));
    }

    /** Returns YAML, and in the profile {@code endurance} also XML, which {@link RouteEquivalenceTest} compares. */
    private static Stream<String> languages() {
        return Boolean.getBoolean("tests.endurance") ? Stream.of("yaml", "xml") : Stream.of("yaml");
    }

    @ParameterizedTest
    @MethodSource("twins")
    void aDocumentHasItsResultOrItsNoteAndIsNotSentAgain(Poller poller, String language) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home).dsl(language)) {
            String north = example.drop("north/", 1);
            String south = example.drop("south/", 1);
            example.put("south/cut.pdf", "%PDF-1.7 and nothing more");
            example.put("empty.pdf", "");

            assertThat(example.run()).as(example.console()).isFalse();

            assertThat(example.waiting()).isEmpty();
            assertThat(example.done(north)).exists();
            assertThat(example.done(south)).exists();
            assertThat(example.result(north)).isNotEmptyFile();
            assertThat(example.result(south)).isNotEmptyFile();
            assertThat(example.results()).hasSize(2);
            assertThat(example.archived(".failed"))
                    .containsExactly("empty.pdf", "empty.pdf.error.txt", "south/cut.pdf", "south/cut.pdf.error.txt");
            assertThat(example.failed("south/cut.pdf.error.txt"))
                    .content()
                    .contains("south/cut.pdf was not processed", "ile is corrupted", "requestId=")
                    .containsPattern("40301|40422")
                    .contains("move the file back");
            assertThat(example.console()).contains("4 documents: 1 processed, 1 had their result already, 2 failed");
            int calls = example.calls().size();

            assertThat(example.run()).isTrue();

            assertThat(example.calls()).hasSize(calls);
            assertThat(example.results()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "FTP")
    void theSamplesArePutOnANewServerOnceAndAllHaveTheirResult(Poller poller) throws Exception {
        for (String kind : List.of("photos", "documents")) {
            Path samples =
                    Files.createDirectories(home.resolve("shared/samples").resolve(kind));
            for (String sample : PollerFixture.files(Path.of("../../shared/samples", kind))) {
                Files.copy(Path.of("../../shared/samples", kind, sample), samples.resolve(sample));
            }
        }
        try (PollerFixture example = new PollerFixture(poller, home.resolve("pollers")).with("docproc.baseUrl", "")) {
            assertThat(example.run()).as(example.console()).isTrue();

            List<String> done = example.archived(".done");
            assertThat(done).hasSizeGreaterThan(4);
            assertThat(example.results()).hasSizeGreaterThanOrEqualTo(done.size());
            assertThat(example.console())
                    .contains("copied " + done.size() + " samples", "[" + done.size() + "/" + done.size() + "]");

            assertThat(example.run()).isTrue();

            assertThat(example.console())
                    .endsWith("0 documents: 0 processed, 0 had their result already, 0 failed\n"
                            + example.console()
                                    .lines()
                                    .reduce((earlier, last) -> last)
                                    .orElseThrow() + "\n");
        }
    }

    @Tag("endurance")
    @ParameterizedTest
    @EnumSource(names = "FTP", mode = EnumSource.Mode.EXCLUDE)
    void thePhotosArePutOnANewServerOnceAndAllHaveTheirResult(Poller poller) throws Exception {
        theSamplesArePutOnANewServerOnceAndAllHaveTheirResult(poller);
    }

    @Test
    void aPageIsCroppedBeforeItsFieldsAreExtracted() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.SFTP, home)) {
            Files.createDirectories(example.inbox(""));
            Files.copy(Path.of("../../shared/samples/photos/letter-in-shadow.jpg"), example.inbox("letter.jpg"));

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.results())
                    .hasSize(2)
                    .allMatch(name -> name.matches("letter[.]jpg[.][-0-9]+[.]0[.](jpg|json)"));
            assertThat(example.calls()).hasSize(2);
            assertThat(example.calls().get(0)).contains("crop");
            assertThat(example.calls().get(1)).contains("extract");
        }
    }

    @Test
    void aFailureOfACroppedPageIsNotedWithItsOwnReason() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.SFTP, home, "operation=extract,kind=code,code=40424")) {
            Files.createDirectories(example.inbox(""));
            Files.copy(Path.of("../../shared/samples/photos/letter-in-shadow.jpg"), example.inbox("letter.jpg"));

            assertThat(example.run()).isFalse();

            assertThat(example.failed("letter.jpg")).exists();
            assertThat(example.failed("letter.jpg.error.txt"))
                    .content()
                    .contains("extract: 40424")
                    .doesNotContain("Multicast");
            assertThat(example.console()).contains("1 documents: 0 processed", "1 failed");
        }
    }

    @Test
    void aRetryableCallIsRetried() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.FTP, home, "kind=code,code=50011,times=2")) {
            String document = example.drop("", 1);

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.result(document)).isNotEmptyFile();
            assertThat(example.calls()).hasSize(3);
        }
    }

    @Test
    void aCallThatTakesLongerThanTheIdleTimeDoesNotEndTheRun() throws Exception {
        try (PollerFixture example =
                new PollerFixture(Poller.FTP, home, "kind=latency,ms=4000").with("docproc.idleSeconds", "3")) {
            for (int number = 1; number <= 3; number++) {
                example.drop("", number);
            }

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.results()).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatIsCopiedAgainIsProcessedAgainAndNotBilledAgain(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home)) {
            String name = example.drop("", 1);
            assertThat(example.run()).as(example.console()).isTrue();
            FileTime first = Files.getLastModifiedTime(example.done(name));
            example.drop("", 1);
            Files.setLastModifiedTime(example.inbox(name), FileTime.fromMillis(first.toMillis() - 61_000));

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.calls()).hasSize(1);
            assertThat(example.versions(".done", name)).hasSize(2);
            assertThat(example.waiting()).isEmpty();
        }
    }

    @Test
    void anFtpListingIsTooCoarseToTellAChangeButTheContentTells() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.FTP, home)) {
            String name = example.drop("", 1);
            FileTime time = Files.getLastModifiedTime(example.inbox(name));
            assertThat(example.run()).as(example.console()).isTrue();
            Files.writeString(example.inbox(name), "Order No.: N-2");
            Files.setLastModifiedTime(example.inbox(name), time);

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.versionsOfResult(name))
                    .extracting(result -> new JsonMapper()
                            .readTree(result.toFile())
                            .path("invoice_number")
                            .asText())
                    .containsExactlyInAnyOrder("N-1", "N-2");
        }
    }
}

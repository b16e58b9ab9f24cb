/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountOutage;
import io.docproc.examples.support.RotatingValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3RunTest extends WithS3Server {
    private static final String LOSE_ALL = "operation=webhook,kind=lose,every=1";

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void everyDocumentIsSentOnceAndHasItsResultOrItsErrorWhateverRunsAfterwards(String language) throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.dsl(language);
            Map<String, Path> documents = new TreeMap<>();
            for (Path file : NumberedDocuments.write(home, 4)) {
                documents.put("März 2026/a+b & c/" + file.getFileName(), file);
            }
            s3.store().put(documents);
            s3.put("broken.pdf", "%PDF-1.7\nand nothing more");
            s3.put("nothing.txt", "");

            assertThat(s3.run()).as(s3.console()).isFalse();

            assertThat(s3.console())
                    .contains("6 documents: 4 parsed, 2 failed", "[1/6]", "[6/6]", "broken.pdf ... FAILED");
            assertThat(s3.inbox()).isEmpty();
            assertThat(s3.results())
                    .hasSameElementsAs(documents.keySet().stream()
                            .map(key -> key + ".json")
                            .toList());
            documents.forEach((key, file) -> assertThat(s3.result(key + ".json"))
                    .contains("REF-" + file.getFileName().toString().substring("document-".length(), 14)));
            assertThat(s3.archive())
                    .hasSize(8)
                    .filteredOn(key -> key.startsWith("done/März 2026/a+b & c/document-"))
                    .hasSize(4);
            assertThat(s3.note("broken.pdf")).contains("broken.pdf was not parsed", "40422");
            assertThat(s3.note("nothing.txt")).contains("nothing.txt was not parsed", "40305");
            assertThat(s3.failedOriginal("nothing.txt")).isEmpty();
            assertThat(s3.submitted()).hasSize(5);

            putAgainAndChanged(s3);
        }
    }

    private static void putAgainAndChanged(S3Fixture s3) throws Exception {
        s3.put("letter.txt", "first");
        assertThat(s3.run()).as(s3.console()).isTrue();
        assertThat(s3.result("letter.txt.json")).contains("first");
        assertThat(s3.submitted()).hasSize(6);

        s3.put("letter.txt", "first");
        assertThat(s3.run()).isTrue();
        assertThat(s3.submitted()).as("the same is not sent again").hasSize(6);
        assertThat(s3.inbox()).isEmpty();

        s3.put("letter.txt", "second");
        assertThat(s3.run()).isTrue();
        assertThat(s3.submitted()).as("what has changed is sent").hasSize(7);
        assertThat(s3.result("letter.txt.json")).contains("second");
        assertThat(s3.archive())
                .filteredOn(key -> key.startsWith("done/letter.txt/"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource("40003, yaml")
    void documentsAreSubmittedOnceAfterAnAccountOutage(int code, String language) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), outage.fault("parseAsync"))) {
            s3.dsl(language);
            for (int number = 0; number < 8; number++) {
                s3.put(number + ".txt", "delivery " + number);
            }

            assertThat(s3.run()).as(s3.console()).isTrue();

            outage.assertProbed(s3.calls(), "parseAsync", 8);
            assertThat(s3.inbox()).isEmpty();
            assertThat(s3.archive()).noneMatch(key -> key.startsWith("failed/"));
            for (int number = 0; number < 8; number++) {
                assertThat(s3.result(number + ".txt.json")).contains("delivery " + number);
            }
        }
    }

    @Tag("endurance")
    @ParameterizedTest
    @CsvSource({"40102, xml", "40008, yaml"})
    void documentsAreSubmittedOnceAfterEachAccountError(int code, String language) throws Exception {
        documentsAreSubmittedOnceAfterAnAccountOutage(code, language);
    }

    @Test
    void aDocumentThatFailedIsSentAgainWhenItIsPutBack() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), REJECT_FIRST)) {
            s3.put("a.txt", "delivery");
            assertThat(s3.run()).as(s3.console()).isFalse();
            assertThat(s3.note("a.txt")).contains("40422");

            s3.put("a.txt", s3.failedOriginal("a.txt"));

            assertThat(s3.run()).as(s3.console()).isTrue();
            assertThat(s3.result("a.txt.json")).contains("delivery");
        }
    }

    @Test
    void aLostCallbackLosesNoResult() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), LOSE_ALL)) {
            s3.put("a.txt", "delivery");

            assertThat(s3.run()).as(s3.console()).isTrue();

            assertThat(s3.results()).containsExactly("a.txt.json");
            assertThat(s3.archive()).singleElement().asString().startsWith("done/a.txt/");
        }
    }

    @Test
    void aDocumentThatWasMovedAndNotSubmittedIsSubmittedByTheNextRun() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.put("a.txt", "delivery");
            S3Document document = S3Document.of("a.txt", s3.etag("a.txt"));
            new Archive(s3.store().s3(), s3.store().buckets()).move(document, S3Buckets.SUBMITTED);
            assertThat(s3.inbox()).isEmpty();

            assertThat(s3.run()).as(s3.console()).isTrue();

            assertThat(s3.results()).containsExactly("a.txt.json");
            assertThat(s3.archive()).singleElement().asString().startsWith("done/a.txt/");
        }
    }

    @Tag("endurance")
    @Test
    void aRunThatIsKilledWhileItsJobsRunLosesNothingAndBillsNothingTwice() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), LOSE_ALL)) {
            for (int number = 1; number <= 3; number++) {
                s3.put(number + ".txt", "delivery " + number);
            }
            Path output = home.resolve("killed.txt");
            Process killed = s3.with("docproc.pollAfter", "600000").start(output);
            try {
                await().atMost(5, TimeUnit.MINUTES)
                        .until(() -> !killed.isAlive() || s3.submitted().size() == 3 && jobs() == 3);
            } finally {
                killed.destroyForcibly().waitFor();
            }
            assertThat(s3.results()).as(Files.readString(output)).isEmpty();
            assertThat(s3.archive()).hasSize(3).allMatch(key -> key.startsWith("submitted/"));

            assertThat(s3.with("docproc.pollAfter", "100").run())
                    .as(s3.console())
                    .isTrue();

            assertThat(s3.results()).containsExactlyInAnyOrder("1.txt.json", "2.txt.json", "3.txt.json");
            assertThat(s3.archive()).hasSize(3).allMatch(key -> key.startsWith("done/"));
            assertThat(s3.submitted()).containsExactlyInAnyOrder("1.txt", "2.txt", "3.txt");
        }
    }

    /** Returns the number of stored jobs. Reads a copy, because the process has the database open. */
    private int jobs() throws IOException {
        Path copy = home.resolve("jobs-" + UUID.randomUUID());
        try {
            Files.copy(home.resolve("data/state/jobs.mv.db"), Path.of(copy + ".mv.db"));
            try (Connection connection = DriverManager.getConnection("jdbc:h2:" + copy);
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM DOCPROC_JOB")) {
                count.next();
                return count.getInt(1);
            }
        } catch (NoSuchFileException | SQLException e) {
            // The process has not created the table yet, or writes at this moment.
            return 0;
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aKeyThatIsTooLongToComeBackFailsWithItsReason(String language) throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.dsl(language);
            String key = "a".repeat(500);
            s3.put(key, "delivery");

            assertThat(s3.run()).isFalse();

            assertThat(s3.note(key)).contains("correlationId has 533 characters", " 512 ");
            assertThat(s3.failedOriginal(key)).isEqualTo("delivery");
            assertThat(s3.submitted()).isEmpty();
        }
    }
}

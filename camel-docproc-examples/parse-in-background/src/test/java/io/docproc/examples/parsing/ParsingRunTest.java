/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.examples.support.AccountOutage;
import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.ServiceAccount;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsingRunTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void lostAndRepeatedCallbacksLeaveEveryDocumentWithOneResultOfItsOwn(String language) throws Exception {
        ParsingSettings settings = settings(language, 40, new ParsingSettings.CallbackFaults(5, 5));

        RunReport report = run(settings, () -> Main.inFiles(settings));

        assertThat(report.wrong()).isEmpty();
        assertThat(report.isSuccessful()).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith("40 documents, 40 results, each once; 8 callbacks lost, 8 repeated" + System.lineSeparator());
        for (String document : names(settings.outbox().resolve("originals"))) {
            String number = document.substring("document-".length(), document.indexOf('.'));
            assertThat(settings.outbox().resolve(document + ".md")).content().contains("REF-" + number);
        }
        assertThat(names(settings.outbox().resolve("originals"))).hasSize(40);
        assertThat(settings.inbox()).isEmptyDirectory();
        assertThat(settings.failed()).isEmptyDirectory();
        assertThat(settings.outbox().resolve("index.html"))
                .content()
                .contains("40 documents, 40 results, each once")
                .contains("callback lost", "callback repeated", "asked", "received", "result stored");
    }

    @Test
    void jobsAndCompletionsCanBeRememberedInADatabase() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:" + home.resolve("database") + ";DB_CLOSE_DELAY=-1");

        RunReport report = run(
                settings("yaml", 10, new ParsingSettings.CallbackFaults(5, 5)),
                () -> new ParsingApplication.Memory(
                        new JdbcJobRepository(database), new JdbcMessageIdRepository(database, "completions")));

        assertThat(report.isSuccessful()).isTrue();
        assertThat(report.lost()).isEqualTo(2);
    }

    @Test
    void aDocumentThatCannotBeParsedFailsWithItsReasonAndNoOther() throws Exception {
        ParsingSettings settings = settings("yaml", 0, new ParsingSettings.CallbackFaults(0, 0));
        Files.createDirectories(settings.inbox());
        Files.writeString(settings.inbox().resolve("well.txt"), "Delivery report");
        Files.writeString(settings.inbox().resolve("broken.pdf"), "%PDF-1.7\nand nothing more");

        RunReport report = run(settings, this::inMemory);

        assertThat(report.isSuccessful()).isFalse();
        assertThat(report.sentence()).startsWith("2 documents, 1 results, 1 failed, each once");
        assertThat(settings.failed().resolve("broken.pdf.error.txt")).content().contains("40422");
        assertThat(settings.failed().resolve("broken.pdf")).exists();
        assertThat(settings.outbox().resolve("well.txt.md")).hasContent("Delivery report");
    }

    @Test
    void aDocumentThatCannotBeSubmittedFailsWithItsReason() throws Exception {
        ParsingSettings settings = settings("xml", 0, new ParsingSettings.CallbackFaults(0, 0));
        Files.createDirectories(settings.inbox());
        Files.createFile(settings.inbox().resolve("empty.txt"));

        RunReport report = run(settings, this::inMemory);

        assertThat(report.failures()).isEqualTo(1);
        assertThat(settings.failed().resolve("empty.txt.error.txt")).content().contains("40305");
        assertThat(settings.failed().resolve("empty.txt")).exists();
        assertThat(settings.inbox()).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"40003, yaml", "40102, xml", "40306, yaml", "40008, xml"})
    void documentsStayInTheInboxUntilTheAccountWorksAgain(int code, String language) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        List<String> calls = new CopyOnWriteArrayList<>();
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .callLines(calls::add)
                .faults(List.of(FaultDefinition.parse(outage.fault("parseAsync"))));
        try (LocalService service = new LocalService(options).start()) {
            ParsingSettings own = settings(language, 0, new ParsingSettings.CallbackFaults(0, 0));
            ParsingSettings settings = new ParsingSettings(
                    own.home(),
                    own.routes(),
                    0,
                    own.callbackFaults(),
                    Optional.of(new ParsingSettings.Account(
                            new ServiceAccount(service.baseUrl(), "local-app", "local-secret"),
                            CallbackSettings.local())),
                    own.pollAfter(),
                    own.accountPause());
            Files.createDirectories(settings.inbox());
            for (int number = 0; number < 5; number++) {
                Files.writeString(settings.inbox().resolve(number + ".txt"), "delivery " + number);
            }

            RunReport report = run(settings, this::inMemory);

            assertThat(report.isSuccessful())
                    .as(out.toString(StandardCharsets.UTF_8))
                    .isTrue();
            outage.assertProbed(calls, "parseAsync", 5, 25);
            assertThat(settings.failed()).isEmptyDirectory();
        }
    }

    @Test
    void aDocumentWhoseJobHasNotEndedIsNotSubmittedAgainAfterARestart() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        jobs.submitted(new SubmittedJob("1", "a.pdf", "/docproc/completions", Instant.now(), 0));
        SourceFileTracker sourceFiles =
                new SourceFileTracker(settings("yaml", 0, new ParsingSettings.CallbackFaults(0, 0)));

        sourceFiles.restore(jobs, "/docproc/completions");

        assertThat(sourceFiles.accept(file("a.pdf"))).isFalse();
        assertThat(sourceFiles.accept(file("b.pdf"))).isTrue();
    }

    @Test
    void aDocumentOfTheSameNameIsSubmittedOnceTheFirstOneHasItsResult() throws Exception {
        ParsingSettings settings = settings("yaml", 0, new ParsingSettings.CallbackFaults(0, 0));
        Files.createDirectories(settings.inbox());
        SourceFileTracker sourceFiles = new SourceFileTracker(settings);
        Files.writeString(settings.inbox().resolve("a.pdf"), "first");
        sourceFiles.begin("a.pdf");
        assertThat(sourceFiles.accept(file("a.pdf"))).isFalse();

        sourceFiles.stored("a.pdf");
        sourceFiles.stored("a.pdf");

        assertThat(sourceFiles.accept(file("a.pdf"))).isTrue();
        assertThat(settings.outbox().resolve("originals/a.pdf")).hasContent("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"newer", "first"})
    void aDocumentThatIsOverwrittenWhileItsJobRunsStaysAndIsSubmittedNext(String content) throws Exception {
        ParsingSettings settings = settings("yaml", 0, new ParsingSettings.CallbackFaults(0, 0));
        Files.createDirectories(settings.inbox());
        Path original = settings.inbox().resolve("a.pdf");
        SourceFileTracker sourceFiles = new SourceFileTracker(settings);
        Files.writeString(original, "first");
        sourceFiles.begin("a.pdf");

        Files.writeString(original, content);
        Files.setLastModifiedTime(original, FileTime.from(Instant.now().plusSeconds(2)));
        sourceFiles.stored("a.pdf");
        sourceFiles.stored("a.pdf");

        assertThat(original).hasContent(content);
        assertThat(settings.outbox().resolve("originals/a.pdf")).doesNotExist();
        assertThat(sourceFiles.accept(file("a.pdf"))).isTrue();
    }

    @Test
    void afterARestartAJobsOriginalIsTheFileThatWasThereWhenItWasSubmitted() throws Exception {
        ParsingSettings settings = settings("yaml", 0, new ParsingSettings.CallbackFaults(0, 0));
        Files.createDirectories(settings.inbox());
        MemoryJobRepository jobs = new MemoryJobRepository();
        Instant now = Instant.now();
        for (String name : List.of("same.pdf", "newer.pdf")) {
            jobs.submitted(new SubmittedJob(name, name, "/docproc/completions", now, 0));
            Files.writeString(settings.inbox().resolve(name), name);
        }
        Files.setLastModifiedTime(settings.inbox().resolve("same.pdf"), FileTime.from(now.minusSeconds(2)));
        Files.setLastModifiedTime(settings.inbox().resolve("newer.pdf"), FileTime.from(now.plusSeconds(2)));
        SourceFileTracker sourceFiles = new SourceFileTracker(settings);
        sourceFiles.restore(jobs, "/docproc/completions");

        sourceFiles.stored("same.pdf");
        sourceFiles.stored("newer.pdf");

        assertThat(names(settings.inbox())).containsExactly("newer.pdf");
        assertThat(names(settings.outbox().resolve("originals"))).containsExactly("same.pdf");
    }

    @Test
    void theMarkdownIsFoundBehindWhateverStandsBeforeIt() throws Exception {
        JsonNode document = JSON.readTree("{\"pages\":[{\"markdown\":\"not this\"}],\"markdown\":\"# Title\",\"x\":1}");

        assertThat(new ParsedDocument().markdown(new ByteArrayInputStream(JSON.writeValueAsBytes(document))))
                .isEqualTo("# Title");
    }

    private RunReport run(ParsingSettings settings, ParsingRun.MemoryFactory memory) throws Exception {
        return new ParsingRun(settings, memory, new PrintStream(out, true, StandardCharsets.UTF_8)).run();
    }

    private ParsingApplication.Memory inMemory() {
        return new ParsingApplication.Memory(
                new MemoryJobRepository(), MemoryIdempotentRepository.memoryIdempotentRepository(100));
    }

    private ParsingSettings settings(String language, int documents, ParsingSettings.CallbackFaults callbackFaults) {
        return new ParsingSettings(
                home,
                "classpath:routes/parse-in-background." + language,
                documents,
                callbackFaults,
                Optional.empty(),
                Duration.ofMillis(400),
                Duration.ofMillis(20));
    }

    private static GenericFile<Object> file(String name) {
        GenericFile<Object> file = new GenericFile<>();
        file.setFileName(name);
        return file;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(it -> it.getFileName().toString()).toList();
        }
    }
}

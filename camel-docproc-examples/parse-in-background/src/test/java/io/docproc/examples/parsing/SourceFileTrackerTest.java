/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceFileTrackerTest {
    @TempDir
    Path home;

    private ParsingFolders folders;

    @BeforeEach
    void createFolders() throws IOException {
        folders = new ParsingFolders(
                home.resolve("inbox"), home.resolve("outbox"), home.resolve("failed"), home.resolve("state"));
        for (Path folder : List.of(folders.inbox(), folders.outbox(), folders.failed(), folders.state())) {
            Files.createDirectories(folder);
        }
    }

    @Test
    void aDocumentWhoseJobHasNotEndedIsNotSubmittedAgainAfterARestart() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        jobs.submitted(new SubmittedJob("1", "a.pdf", "/docproc/completions", Instant.now(), 0));
        SourceFileTracker sourceFiles = new SourceFileTracker(folders);

        sourceFiles.restore(jobs, "/docproc/completions");

        assertThat(sourceFiles.accept(file("a.pdf"))).isFalse();
        assertThat(sourceFiles.accept(file("b.pdf"))).isTrue();
    }

    @Test
    void aDocumentOfTheSameNameIsSubmittedOnceTheFirstOneHasItsResult() throws Exception {
        SourceFileTracker sourceFiles = new SourceFileTracker(folders);
        Files.writeString(folders.inbox().resolve("a.pdf"), "first");
        begin(sourceFiles);
        assertThat(sourceFiles.accept(file("a.pdf"))).isFalse();

        sourceFiles.stored("a.pdf");
        sourceFiles.stored("a.pdf");

        assertThat(sourceFiles.accept(file("a.pdf"))).isTrue();
        assertThat(folders.outbox().resolve("originals/a.pdf")).hasContent("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"newer", "first"})
    void aDocumentThatIsOverwrittenWhileItsJobRunsStaysAndIsSubmittedNext(String content) throws Exception {
        Path original = folders.inbox().resolve("a.pdf");
        SourceFileTracker sourceFiles = new SourceFileTracker(folders);
        Files.writeString(original, "first");
        begin(sourceFiles);

        Files.writeString(original, content);
        Files.setLastModifiedTime(original, FileTime.from(Instant.now().plusSeconds(2)));
        sourceFiles.stored("a.pdf");
        sourceFiles.stored("a.pdf");

        assertThat(original).hasContent(content);
        assertThat(folders.outbox().resolve("originals/a.pdf")).doesNotExist();
        assertThat(sourceFiles.accept(file("a.pdf"))).isTrue();
    }

    @Test
    void afterARestartAJobsOriginalIsTheFileThatWasThereWhenItWasSubmitted() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        Instant now = Instant.now();
        for (String name : List.of("same.pdf", "newer.pdf")) {
            jobs.submitted(new SubmittedJob(name, name, "/docproc/completions", now, 0));
            Files.writeString(folders.inbox().resolve(name), name);
        }
        Files.setLastModifiedTime(folders.inbox().resolve("same.pdf"), FileTime.from(now.minusSeconds(2)));
        Files.setLastModifiedTime(folders.inbox().resolve("newer.pdf"), FileTime.from(now.plusSeconds(2)));
        SourceFileTracker sourceFiles = new SourceFileTracker(folders);
        sourceFiles.restore(jobs, "/docproc/completions");

        sourceFiles.stored("same.pdf");
        sourceFiles.stored("newer.pdf");

        assertThat(names(folders.inbox())).containsExactly("newer.pdf");
        assertThat(names(folders.outbox().resolve("originals"))).containsExactly("same.pdf");
    }

    @Test
    void aDocumentWhoseSubmissionFailedIsSubmittedAgain() throws Exception {
        SourceFileTracker sourceFiles = new SourceFileTracker(folders);
        Exchange exchange = begin(sourceFiles);
        assertThat(sourceFiles.accept(file("a.pdf"))).isFalse();

        exchange.setException(new IOException());
        UnitOfWorkHelper.doneSynchronizations(
                exchange, exchange.getExchangeExtension().handoverCompletions());

        assertThat(sourceFiles.accept(file("a.pdf"))).isTrue();
    }

    private static Exchange begin(SourceFileTracker sourceFiles) throws IOException {
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        exchange.getMessage().setHeader(Exchange.FILE_NAME, "a.pdf");
        sourceFiles.begin(exchange);
        return exchange;
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

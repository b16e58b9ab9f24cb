/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.AccountOutage;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.LocalPort;
import io.docproc.examples.support.RotatingValueSource;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsingRunTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path home;

    private final Map<String, String> properties = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void lostAndDuplicatedCallbacksLeaveEveryDocumentWithOneResultOfItsOwn(String language) throws Exception {
        configure(language, 40, 5);

        assertThat(run()).isTrue();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith(
                        "40 documents, 40 results, each once; 8 callbacks lost, 8 sent twice" + System.lineSeparator());
        for (String document : names(home.resolve("submitted"))) {
            String number = document.replaceFirst(".*-document-([0-9]+)[.].*", "$1");
            assertThat(home.resolve("outbox").resolve(document + ".md"))
                    .content()
                    .contains("REF-" + number);
            assertThat(JSON.readTree(home.resolve("outbox")
                                    .resolve(document + ".json")
                                    .toFile())
                            .at("/metadata/filename")
                            .asText())
                    .startsWith("document-" + number);
        }
        assertThat(names(home.resolve("submitted"))).hasSize(40);
        assertThat(names(home.resolve("outbox"))).hasSize(81);
        assertThat(home.resolve("inbox")).isEmptyDirectory();
        assertThat(home.resolve("failed")).doesNotExist();
        assertThat(home.resolve("outbox").resolve("index.html"))
                .content()
                .contains("40 documents, 40 results, each once")
                .contains("document-00001.txt", "callback lost", "callback duplicated", "polled");
    }

    @Test
    void jobsCanBeStoredInTheDatabaseOfABean() throws Exception {
        configure("yaml", 10, 5);
        properties.put("camel.beans.database", "#class:org.h2.jdbcx.JdbcDataSource");
        properties.put(
                "camel.beans.database.url", "jdbc:h2:" + home.resolve("database") + ";DB_CLOSE_DELAY=-1;WRITE_DELAY=0");
        properties.put(
                "camel.component.docproc.job-repository",
                "#class:io.docproc.camel.job.JdbcJobRepository(#bean:database)");

        assertThat(run()).isTrue();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("10 results, each once; 2 callbacks lost");
    }

    @Test
    void aDocumentThatCannotBeParsedFailsWithItsReasonAndNoOther() throws Exception {
        configure("yaml", 0, 0);
        Files.createDirectories(home.resolve("inbox"));
        Files.writeString(home.resolve("inbox").resolve("well.txt"), "Delivery report");
        Files.writeString(home.resolve("inbox").resolve("broken.pdf"), "%PDF-1.7\nand nothing more");

        assertThat(run()).isFalse();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("2 documents, 1 results, 1 failed, each once");
        assertThat(file("failed", "broken.pdf.error.txt")).content().contains("40422");
        assertThat(file("submitted", "broken.pdf")).exists();
        assertThat(file("outbox", "well.txt.md")).hasContent("Delivery report");
    }

    @Test
    void aDocumentThatCannotBeSubmittedFailsWithItsReason() throws Exception {
        configure("xml", 0, 0);
        Files.createDirectories(home.resolve("inbox"));
        Files.createFile(home.resolve("inbox").resolve("empty.txt"));

        assertThat(run()).isFalse();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("1 documents, 0 results, 1 failed, each once");
        assertThat(file("failed", "empty.txt.error.txt")).content().contains("40305");
        assertThat(file("failed", "empty.txt")).exists();
        assertThat(home.resolve("inbox")).isEmptyDirectory();
    }

    @Test
    void anotherDocumentOfTheSameNameHasItsOwnResult() throws Exception {
        configure("yaml", 0, 0);
        Files.createDirectories(home.resolve("inbox"));
        Files.writeString(home.resolve("inbox").resolve("a.txt"), "first");
        assertThat(run()).isTrue();
        Files.writeString(home.resolve("inbox").resolve("a.txt"), "second, and longer");
        assertThat(run()).isTrue();

        assertThat(contents("outbox", "a.txt.md")).containsExactlyInAnyOrder("first", "second, and longer");
        assertThat(contents("submitted", "a.txt")).containsExactlyInAnyOrder("first", "second, and longer");
    }

    @Test
    void aDocumentThatWasSubmittedBeforeACrashIsNotSubmittedAgain() throws Exception {
        configure("yaml", 0, 0);
        Path inbox = Files.createDirectories(home.resolve("inbox"));
        Files.writeString(inbox.resolve("a.txt"), "first");
        FileTime modified = Files.getLastModifiedTime(inbox.resolve("a.txt"));
        assertThat(run()).isTrue();
        Files.move(file("submitted", "a.txt"), inbox.resolve("a.txt"));
        Files.setLastModifiedTime(inbox.resolve("a.txt"), modified);

        assertThat(run()).isTrue();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("0 documents, 0 results");
        assertThat(file("submitted", "a.txt")).hasContent("first");
    }

    @ParameterizedTest
    @CsvSource({"40003, yaml", "40102, xml", "40008, xml"})
    void documentsStayInTheInboxUntilTheAccountWorksAgain(int code, String language) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        List<String> calls = new CopyOnWriteArrayList<>();
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .callLines(calls::add)
                .faults(List.of(FaultDefinition.parse(outage.fault("parseAsync"))));
        try (LocalService service = new LocalService(options).start()) {
            configure(language, 0, 0);
            account(service.baseUrl());
            Files.createDirectories(home.resolve("inbox"));
            for (int number = 0; number < 5; number++) {
                Files.writeString(home.resolve("inbox").resolve(number + ".txt"), "delivery " + number);
            }

            assertThat(run()).as(out.toString(StandardCharsets.UTF_8)).isTrue();
            outage.assertProbed(calls, "parseAsync", 5);
            assertThat(home.resolve("failed")).doesNotExist();
        }
    }

    @Test
    void aStoppedRunIsContinuedByTheNextOneAndHasNoOtherBesideIt() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .callLines(calls::add)
                .faults(List.of(FaultDefinition.parse("operation=webhook,kind=lose")));
        try (LocalService service = new LocalService(options).start()) {
            configure("yaml", 0, 0);
            account(service.baseUrl());
            properties.put("docproc.pollAfter", "600000");
            Files.createDirectories(home.resolve("inbox"));
            Files.writeString(home.resolve("inbox").resolve("a.txt"), "Delivery report");
            ParsingRun first = new ParsingRun(properties, new PrintStream(out, true, StandardCharsets.UTF_8));
            ExecutorService thread = Executors.newSingleThreadExecutor();
            Future<Boolean> running = thread.submit(first::run);
            thread.shutdown();
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> calls.stream().anyMatch(call -> call.startsWith("parseAsync 200 ")));

            assertThatThrownBy(this::run).hasMessageContaining("another run works in " + home.resolve("state"));
            first.stop();

            running.get(60, TimeUnit.SECONDS);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("Stopped; the next run continues with the documents that are not completed");
            properties.put("docproc.pollAfter", "400");
            assertThat(run()).isTrue();
            assertThat(calls.stream().filter(call -> call.startsWith("parseAsync ")))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"app-id", "secret-code", "callback-secret"})
    void aMissingSecretIsNamed(String missing) throws Exception {
        configure("yaml", 0, 0);
        account("https://service.example.com");
        properties.remove("camel.component.docproc." + missing);

        assertThatThrownBy(this::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(
                        "DOCPROC_" + missing.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Test
    void aBaseUrlRequiresAPublicUrl() throws Exception {
        configure("yaml", 0, 0);
        account("https://service.example.com");
        properties.remove("docproc.publicUrl");

        assertThatThrownBy(this::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("docproc.publicUrl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-1", "1.5", "9999999999"})
    void anInvalidNumberIsRejectedAndNamed(String value) {
        configure("yaml", 0, 0);
        properties.put("docproc.lose", value);

        assertThatThrownBy(this::run).hasMessage("docproc.lose is '" + value + "'; allowed is a whole number from 0");
    }

    private boolean run() throws Exception {
        return new ParsingRun(properties, new PrintStream(out, true, StandardCharsets.UTF_8)).run();
    }

    /** Returns the only file of a document, whose version is unknown. */
    private Path file(String folder, String name) throws IOException {
        try (Stream<Path> all = Files.list(home.resolve(folder))) {
            return all.filter(file -> file.toString().endsWith("-" + name))
                    .reduce((first, second) -> fail("two files: " + first + ", " + second))
                    .orElseThrow();
        }
    }

    private List<String> contents(String folder, String name) throws IOException {
        List<String> contents = new ArrayList<>();
        for (String file : names(home.resolve(folder))) {
            if (file.endsWith("-" + name)) {
                contents.add(Files.readString(home.resolve(folder).resolve(file)));
            }
        }
        return contents;
    }

    private void configure(String dsl, int documents, int faultyCallbacks) {
        properties.putAll(Map.of(
                "docproc.folder", home.toString(),
                "docproc.dsl", dsl,
                "docproc.documents", String.valueOf(documents),
                "docproc.lose", String.valueOf(faultyCallbacks),
                "docproc.duplicate", String.valueOf(faultyCallbacks),
                "docproc.pollAfter", "400"));
    }

    private void account(String baseUrl) throws IOException {
        String port = String.valueOf(LocalPort.free());
        properties.putAll(Map.of(
                "docproc.baseUrl",
                baseUrl,
                "docproc.requestsPerSecond",
                "0",
                "docproc.publicUrl",
                "http://127.0.0.1:" + port,
                "docproc.port",
                port,
                "camel.component.docproc.app-id",
                "local-app",
                "camel.component.docproc.secret-code",
                "local-secret",
                "camel.component.docproc.callback-secret",
                "a-secret-of-this-test"));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(it -> it.getFileName().toString()).toList();
        }
    }
}

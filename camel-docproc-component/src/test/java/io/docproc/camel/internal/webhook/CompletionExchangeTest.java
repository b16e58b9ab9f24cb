/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.download.ResultDownloader;
import io.docproc.camel.internal.download.ResultSource;
import io.docproc.camel.internal.download.TestDownloads;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the exchanges that the route receives for completions, with and without the download of results. */
class CompletionExchangeTest {
    private static final String DOCUMENT = "{\"markdown\":\"" + "x".repeat(300) + "\"}";

    @TempDir
    Path spoolDirectory;

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final RecordingExceptionHandler failures = new RecordingExceptionHandler();
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);
    private final List<Exchange> routed = new ArrayList<>();
    private final List<Integer> permitsInRoute = new ArrayList<>();
    private final ResultServer server = new ResultServer(DOCUMENT);
    private Processor step = exchange -> {};

    @BeforeEach
    void start() {
        context.getStreamCachingStrategy().setSpoolDirectory(spoolDirectory.toFile());
        context.getStreamCachingStrategy().setSpoolThreshold(100);
        context.getStreamCachingStrategy().setSpoolEnabled(true);
        context.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void route(Exchange exchange) throws Exception {
        routed.add(exchange);
        permitsInRoute.add(permits.inFlight());
        step.process(exchange);
    }

    private CompletableFuture<Boolean> process(ParseCompletion event, String correlationId) {
        return process(event, correlationId, Optional.empty());
    }

    private CompletableFuture<Boolean> download(String status, int maxSize) throws IOException {
        try (ResultDownloader client = new ResultDownloader(TestDownloads.settings(server.url(), maxSize))) {
            return download(status, client, DocumentOutput.of(null, null));
        }
    }

    private CompletableFuture<Boolean> download(String status, ResultSource client, DocumentOutput output) {
        return process(
                new ParseCompletion("job-1", status, server.url() + "/1", null, Map.of()),
                "a.pdf",
                Optional.of(new CompletionRoute.Downloads(
                        () -> client, output, new DownloadQueue(Runnable::run, () -> permits, 1))));
    }

    private CompletableFuture<Boolean> process(
            ParseCompletion event, String correlationId, Optional<CompletionRoute.Downloads> downloads) {
        Processor recording = this::route;
        AsyncProcessor route = AsyncProcessorConverterHelper.convert(recording);
        return new CompletionRoute(
                        ConsumerRoute.unpooled(() -> new DefaultExchange(context), route, failures),
                        new TestSettings().build(),
                        downloads,
                        Clock.systemUTC())
                .process(new Completion(event, correlationId));
    }

    @Test
    void theCompletionIsTheBodyAndItsFieldsAreHeaders() {
        ParseCompletion event = new ParseCompletion("job-1", "failed", "https://r.example.com/1", "page 3", Map.of());

        assertThat(process(event, "a.pdf")).isCompletedWithValue(true);

        assertThat(routed.get(0).getMessage().getBody()).isEqualTo(event);
        assertThat(routed.get(0).getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "CamelDocprocJobId", "job-1",
                        "CamelDocprocStatus", "failed",
                        "CamelDocprocResultUrl", "https://r.example.com/1",
                        "CamelDocprocMessage", "page 3",
                        "CamelDocprocCorrelationId", "a.pdf"));
    }

    @Test
    void absentFieldsAreNoHeaders() {
        process(new ParseCompletion("job-1", "completed", null, null, Map.of()), "");

        assertThat(routed.get(0).getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("CamelDocprocJobId", "job-1", "CamelDocprocStatus", "completed"));
    }

    @Test
    void aFailedRouteFailsTheCompletion() {
        step = exchange -> {
            throw new IllegalStateException("the disk is full");
        };

        assertThat(process(new ParseCompletion("job-1", "completed", null, null, Map.of()), ""))
                .isCompletedWithValue(false);
    }

    @Test
    void aDownloadReleasesItsPermitBeforeTheRouteRuns() throws Exception {
        List<String> bodies = new ArrayList<>();
        step = exchange -> bodies.add(exchange.getMessage().getBody(String.class));

        assertThat(download("completed", 1_000)).isCompletedWithValue(true);

        assertThat(bodies).containsExactly(DOCUMENT);
        assertThat(routed.get(0).getMessage().getHeaders())
                .containsEntry("CamelDocprocJobId", "job-1")
                .containsEntry("CamelDocprocCorrelationId", "a.pdf");
        assertThat(permitsInRoute).containsExactly(0);
        assertThat(permits.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"failed", "archiving"})
    void onlyTheResultOfACompletedJobIsDownloaded(String status) throws Exception {
        assertThat(download(status, 1_000)).isCompletedWithValue(true);

        assertThat(routed.get(0).getMessage().getBody()).isInstanceOf(ParseCompletion.class);
    }

    @Test
    void aRefusedResultIsReportedAndLeavesNoSpoolFile() throws Exception {
        assertThat(download("completed", DOCUMENT.length() - 1)).isCompletedWithValue(false);

        assertThat(routed).isEmpty();
        assertThat(permits.inFlight()).isZero();
        assertThat(failures.reports())
                .containsExactly("The result of parse job job-1 could not be downloaded: the result is larger than"
                        + " maxResultSize, which is " + (DOCUMENT.length() - 1)
                        + " bytes; increase maxResultSize to accept it");
        assertThat(spoolDirectory).isEmptyDirectory();
    }

    @Test
    void aDiskFailureAfterTheDownloadKeepsTheJobOpen() throws Exception {
        Path noDirectory = Files.createFile(spoolDirectory.resolve("a-file"));
        try (ResultDownloader client = new ResultDownloader(TestDownloads.settings(server.url(), 1_000))) {
            ResultSource fillsTheDisk = (operation, url, spool) -> {
                ParsedDocument document = client.fetch(operation, url, spool);
                context.getStreamCachingStrategy().setSpoolDirectory(noDirectory.toFile());
                return document;
            };

            assertThat(download("completed", fillsTheDisk, DocumentOutput.of("markdown", null)))
                    .isCompletedWithValue(false);
        }

        assertThat(routed).isEmpty();
        assertThat(permits.inFlight()).isZero();
        assertThat(failures.reports())
                .singleElement()
                .asString()
                .contains("the Markdown text cannot be copied to the spool directory");
        assertThat(spoolDirectory).isDirectoryContaining(noDirectory::equals).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void anInterruptedWaitForAPermitRejectsTheCompletion() throws Exception {
        permits.acquire();
        Thread.currentThread().interrupt();

        CompletableFuture<Boolean> accepted = download("completed", 1_000);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(accepted)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
        assertThat(routed).isEmpty();
        assertThat(permits.inFlight()).isEqualTo(1);
    }
}

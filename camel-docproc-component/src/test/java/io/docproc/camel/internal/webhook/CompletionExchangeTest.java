/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.CallDeadlines;
import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the route gets of a completion. */
class CompletionExchangeTest {
    private static final String DOCUMENT = "{\"markdown\":\"" + "x".repeat(300) + "\"}";

    @TempDir
    Path spoolDirectory;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RecordingHandler failures = new RecordingHandler();
    private final ConcurrencyLimiter places = new ConcurrencyLimiter(1);
    private final List<Exchange> routed = new ArrayList<>();
    private final List<Integer> placesTaken = new ArrayList<>();
    private final ResultService service = new ResultService(DOCUMENT);
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
        service.close();
        context.stop();
    }

    private void route(Exchange exchange) throws Exception {
        routed.add(exchange);
        placesTaken.add(places.inFlight());
        step.process(exchange);
    }

    private CompletableFuture<Boolean> process(ParseCompletion event, String correlationId) {
        return process(event, correlationId, Optional.empty());
    }

    private CompletableFuture<Boolean> fetch(String status, int maxSize) throws IOException {
        ResultHosts hosts = new ResultHosts(service.url(), Set.of());
        try (ResultDownload download = new ResultDownload(new ResultDownload.Settings(
                hosts, Optional.empty(), Optional.empty(), 10_000, 10_000, CallDeadlines.none(), maxSize, 1))) {
            return process(
                    new ParseCompletion("job-1", status, service.url() + "/1", null, Map.of()),
                    "a.pdf",
                    Optional.of(downloads(download)));
        }
    }

    private CompletionRoute.Downloads downloads(ResultDownload download) {
        return new CompletionRoute.Downloads(
                () -> download,
                new DownloadQueue(Runnable::run, () -> places, 1),
                new ResultDeadline(Optional.empty(), Duration.ofDays(7), Clock.systemUTC()));
    }

    private CompletableFuture<Boolean> process(
            ParseCompletion event, String correlationId, Optional<CompletionRoute.Downloads> downloads) {
        Processor recording = this::route;
        AsyncProcessor route = AsyncProcessorConverterHelper.convert(recording);
        return new CompletionRoute(
                        CompletionExchanges.unpooled(() -> new DefaultExchange(context)),
                        route,
                        downloads,
                        () -> failures)
                .process(new Completion(event, correlationId));
    }

    @Test
    void theRouteGetsTheCompletionAsBodyAndItsFieldsAsHeaders() {
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
    void whatTheServiceHasNotToldIsNoHeader() {
        process(new ParseCompletion("job-1", "completed", null, null, Map.of()), "");

        assertThat(routed.get(0).getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("CamelDocprocJobId", "job-1", "CamelDocprocStatus", "completed"));
    }

    @Test
    void aRouteThatFailsFailsTheCompletion() {
        step = exchange -> {
            throw new IllegalStateException("the disk is full");
        };

        assertThat(process(new ParseCompletion("job-1", "completed", null, null, Map.of()), ""))
                .isCompletedWithValue(false);
    }

    @Test
    void aFetchedResultIsTheBodyAndItsPlaceIsFreeForTheRoutesOwnCalls() throws Exception {
        List<String> bodies = new ArrayList<>();
        step = exchange -> bodies.add(exchange.getMessage().getBody(String.class));

        assertThat(fetch("completed", 1_000)).isCompletedWithValue(true);

        assertThat(bodies).containsExactly(DOCUMENT);
        assertThat(routed.get(0).getMessage().getHeaders())
                .containsEntry("CamelDocprocJobId", "job-1")
                .containsEntry("CamelDocprocCorrelationId", "a.pdf");
        assertThat(placesTaken).containsExactly(0);
        assertThat(places.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"failed", "archiving"})
    void onlyACompletedJobHasAResultToFetch(String status) throws Exception {
        assertThat(fetch(status, 1_000)).isCompletedWithValue(true);

        assertThat(routed.get(0).getMessage().getBody()).isInstanceOf(ParseCompletion.class);
    }

    @Test
    void aResultThatIsRefusedIsReportedAndLeavesNoFileThoughItsExchangeNeverEnds() throws Exception {
        assertThat(fetch("completed", DOCUMENT.length() - 1)).isCompletedWithValue(false);

        assertThat(routed).isEmpty();
        assertThat(places.inFlight()).isZero();
        assertThat(failures.reports())
                .containsExactly("The result of parse job job-1 could not be downloaded: the result is longer than"
                        + " maxResultSize, " + (DOCUMENT.length() - 1) + " bytes");
        assertThat(spoolDirectory).isEmptyDirectory();
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsForAPermitRejectsTheCompletionAndStaysInterrupted() throws Exception {
        places.acquire();
        Thread.currentThread().interrupt();

        CompletableFuture<Boolean> answer = fetch("completed", 1_000);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
        assertThat(routed).isEmpty();
        assertThat(places.inFlight()).isEqualTo(1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.download.ResultDownloader;
import io.docproc.camel.internal.download.TestDownloads;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.TestContexts;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
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

/** Tests that a completion completes and releases its permit also after failures. */
class CompletionRouteTest {
    private static final Completion COMPLETED = new Completion(
            new ParseCompletion("job-1", "completed", "https://results.example.com/1", null, Map.of()), "a.pdf");

    private final DefaultCamelContext context = TestContexts.create();
    private final RecordingExceptionHandler failures = new RecordingExceptionHandler();
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private CompletionRoute route(Executor executor) {
        ResultDownloader client = TestDownloads.failing(new StackOverflowError("too deep"));
        Processor nothing = (Exchange exchange) -> {};
        AsyncProcessor route = AsyncProcessorConverterHelper.convert(nothing);
        return new CompletionRoute(
                ConsumerRoute.unpooled(() -> new DefaultExchange(context), route, failures),
                new TestSettings().build(),
                Optional.of(new CompletionRoute.Downloads(
                        () -> client, DocumentOutput.of(null, null), new DownloadQueue(executor, () -> permits, 1))),
                Clock.systemUTC());
    }

    @Test
    void withoutAThreadTheCompletionFailsAndReleasesItsPermit() {
        CompletionRoute route = route(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        assertThat(route.process(COMPLETED)).isCompletedWithValue(false);

        assertThat(permits.inFlight()).isZero();
        assertThat(failures.reports())
                .containsExactly(
                        "The result of parse job job-1 could not be downloaded: unable to create native thread");
    }

    @Test
    void anErrorDuringTheDownloadReleasesThePermit() {
        assertThat(route(Runnable::run).process(COMPLETED)).isCompletedWithValue(false);

        assertThat(permits.inFlight()).isZero();
        assertThat(failures.reports())
                .containsExactly("The result of parse job job-1 could not be downloaded: too deep");
    }

    @Test
    void aCompletionDuringAShutdownIsRejected() {
        CompletionRoute route = route(task -> {
            throw new RejectedExecutionException();
        });

        assertThat(route.process(COMPLETED))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);

        assertThat(permits.inFlight()).isZero();
        assertThat(failures.reports()).isEmpty();
    }
}

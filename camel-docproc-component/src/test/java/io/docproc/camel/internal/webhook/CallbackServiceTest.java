/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.download.TestDownloads;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which callbacks the service of an endpoint accepts, its start and its shutdown. */
class CallbackServiceTest extends CallbackServiceFixture {
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);

    @ParameterizedTest
    @CsvSource({"true,a.pdf,200", "true,b.pdf,401", "false,a.pdf,200", "false,b.pdf,200"})
    void aRequiredSignatureMustMatchTheDocumentOfTheJob(boolean required, String id, int status) {
        submit("job-1", "a.pdf");

        assertThat(status(started(settings().requireSignature(required)), id)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"true,401", "false,200"})
    void anUnsignedCallbackIsAcceptedOnlyIfAllowed(boolean required, int status) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json"));
        http.getMessage().setBody("{\"job_id\":\"job-1\",\"status\":\"completed\"}");

        assertThat(started(settings().requireSignature(required)).receiver().process(http, doneSync -> {}))
                .isTrue();
        assertThat(http.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(status);
    }

    @Test
    void aCallbackIsInFlightUntilItsRouteCompletes() {
        routeWaits = true;
        CallbackService service = started(settings());
        status(service, "a.pdf");
        assertThat(service.inFlight()).isEqualTo(1);

        routeCallbacks.get(0).done(false);

        assertThat(service.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,200", "false,500"})
    void aCallbackLeasedByAnotherNodeIsAcceptedIfJobsArePolled(boolean polling, int status) {
        submit("job-1", "a.pdf");
        jobRepository.lease("job-1", "another node", Instant.now(), Instant.MAX);

        assertThat(status(started(polling ? settings() : settings().withoutPolling()), "a.pdf"))
                .isEqualTo(status);
    }

    @Test
    void theRepositoriesStartWithTheService() {
        started(settings());

        assertThat(processed.isStarted()).isTrue();
        assertThat(jobRepository.isStarted()).isTrue();
    }

    @Test
    void aServiceThatWasNeverStartedCanBeShutDown() {
        service(settings()).shutdown();

        assertThat(stops).hasValue(0);
    }

    @Test
    void resultsAreDownloadedUntilTheShutdown() {
        try (ResultServer server = new ResultServer("{\"markdown\":\"\"}")) {
            ResultDownloads downloads = new ResultDownloads(
                    context, TestDownloads.settings(server.url(), 1_000), DocumentOutput.of(null, null), () -> permits);
            CallbackService service = service(settings().withoutPolling(), Optional.of(downloads));
            service.start();
            assertThat(download(service, server.url(), "job-1")).isEqualTo(200);
            service.shutdown();
            assertThat(download(service, server.url(), "job-2")).isEqualTo(503);
            assertThat(permits.inFlight()).isZero();
            service.start();
            assertThat(download(service, URI.create("file:///etc"), "job-3")).isEqualTo(500);
            assertThat(download(service, server.url(), "job-4")).isEqualTo(200);
            service.shutdown();
        }
        assertThat(failures.reports()).singleElement().asString().contains("The result of parse job job-3");
    }

    private int download(CallbackService service, URI url, String jobId) {
        String event = "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/1\"}";
        return send(service, "a.pdf", event).getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.HeldServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.camel.spi.ShutdownAware;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limit of concurrent downloads. */
class ConcurrentDownloadsTest {
    private static final int CALLBACKS = 8;

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private static String completed(String url, int job) {
        return "{\"job_id\":\"job-" + job + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/" + job + "\"}";
    }

    private List<CompletableFuture<HttpResponse<String>>> sendCallbacks(String url) {
        return IntStream.range(0, CALLBACKS)
                .mapToObj(job -> server.postAsync(server.signed("a"), completed(url, job)))
                .toList();
    }

    private int pending() {
        return ((ShutdownAware) server.context().getRoute("completions").getConsumer()).getPendingExchangesSize();
    }

    private static void assertAccepted(List<CompletableFuture<HttpResponse<String>>> responses) {
        assertThat(responses)
                .allSatisfy(response -> assertThat(response.get().statusCode()).isEqualTo(200));
    }

    @Test
    void concurrentDownloadsAreLimitedByThePermits() throws Exception {
        try (HeldServer results = new HeldServer("{\"markdown\":\"text\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            server.component().getConfiguration().setMaxConcurrentRequests(6);
            server.run("docproc:webhook?fetchResult=true", exchange -> {});

            List<CompletableFuture<HttpResponse<String>>> responses = sendCallbacks(results.url());
            await().until(() -> pending() == CALLBACKS && results.inFlight() == 6);
            results.release(CALLBACKS);

            assertAccepted(responses);
            assertThat(results.maxInFlight()).isEqualTo(6);
        }
    }

    @Test
    void downloadsAndCallsOfTheRouteShareOnePermit() throws Exception {
        String balance = "{\"code\":200,\"message\":\"success\",\"data\":{\"balance\":1}}";
        try (HeldServer service = new HeldServer(balance)) {
            server.component().getConfiguration().setBaseUrl(service.url());
            server.component().getConfiguration().setMaxConcurrentRequests(1);
            server.run(
                    "docproc:webhook?fetchResult=true",
                    exchange -> exchange.getContext().createProducerTemplate().requestBody("docproc:balance", ""));
            service.release(2 * CALLBACKS);

            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> response : sendCallbacks(service.url())) {
                statuses.add(response.get().statusCode());
            }

            // The server blocks a thread for each callback, so that at most four of them wait.
            assertThat(statuses).allMatch(status -> status == 200 || status == 503);
            assertThat(statuses).filteredOn(status -> status == 200).hasSizeGreaterThanOrEqualTo(4);
            assertThat(service.maxInFlight()).isEqualTo(1);
        }
    }
}

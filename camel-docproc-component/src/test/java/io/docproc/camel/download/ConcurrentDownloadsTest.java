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

    @Test
    void atMostHalfOfMaxConcurrentRequestsCallbacksAreInTheirDownloadOrRouteAndOthersGet503() throws Exception {
        try (HeldServer results = new HeldServer("{\"markdown\":\"text\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            server.component().getConfiguration().setMaxConcurrentRequests(6);
            server.run("docproc:webhook?fetchResult=true", exchange -> {});

            List<CompletableFuture<HttpResponse<String>>> responses = sendCallbacks(results.url());
            await().until(() -> pending() == 3 && results.inFlight() == 3);
            await().until(() ->
                    responses.stream().filter(CompletableFuture::isDone).count() == CALLBACKS - 3);
            results.release(CALLBACKS);

            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> response : responses) {
                statuses.add(response.get().statusCode());
            }
            assertThat(statuses)
                    .containsOnly(200, 503)
                    .filteredOn(status -> status == 200)
                    .hasSize(3);
            assertThat(results.maxInFlight()).isEqualTo(3);
            for (int job = 0; job < CALLBACKS; job++) {
                assertThat(server.post(server.signed("a"), completed(results.url(), job))
                                .statusCode())
                        .as("delivered again")
                        .isEqualTo(200);
            }
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.camel.spi.ShutdownAware;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many results are downloaded at once. */
class ResultPlacesTest {
    private static final int CALLBACKS = 8;

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private static String completed(String url, int job) {
        return "{\"job_id\":\"job-" + job + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/" + job + "\"}";
    }

    private List<CompletableFuture<HttpResponse<String>>> callBack(String url) {
        return IntStream.range(0, CALLBACKS)
                .mapToObj(job -> server.postAsync(server.signed("a"), completed(url, job)))
                .toList();
    }

    private int pending() {
        return ((ShutdownAware) server.context().getRoute("completions").getConsumer()).getPendingExchangesSize();
    }

    private static void assertAccepted(List<CompletableFuture<HttpResponse<String>>> answers) {
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.get().statusCode()).isEqualTo(200));
    }

    @Test
    void asManyResultsAreDownloadedAtOnceAsCallsMayBeInFlight() throws Exception {
        try (HeldServer results = new HeldServer("{\"markdown\":\"text\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            server.component().getConfiguration().setMaxConcurrentRequests(6);
            server.run("docproc:webhook?fetchResult=true", exchange -> {});

            List<CompletableFuture<HttpResponse<String>>> answers = callBack(results.url());
            await().until(() -> pending() == CALLBACKS && results.inFlight() == 6);
            results.release(CALLBACKS);

            assertAccepted(answers);
            assertThat(results.most()).isEqualTo(6);
        }
    }

    @Test
    void aRouteMayCallTheServiceThoughThereIsOnePlaceForDownloadsAndCalls() throws Exception {
        String balance = "{\"code\":200,\"message\":\"success\",\"data\":{\"balance\":1}}";
        try (HeldServer service = new HeldServer(balance)) {
            server.component().getConfiguration().setBaseUrl(service.url());
            server.component().getConfiguration().setMaxConcurrentRequests(1);
            server.run(
                    "docproc:webhook?fetchResult=true",
                    exchange -> exchange.getContext().createProducerTemplate().requestBody("docproc:balance", ""));
            service.release(2 * CALLBACKS);

            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> answer : callBack(service.url())) {
                statuses.add(answer.get().statusCode());
            }

            // The server keeps a thread for each callback, so only four of them may wait.
            assertThat(statuses).allMatch(status -> status == 200 || status == 503);
            assertThat(statuses).filteredOn(status -> status == 200).hasSizeGreaterThanOrEqualTo(4);
            assertThat(service.most()).isEqualTo(1);
        }
    }
}

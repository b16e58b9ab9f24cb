/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.ContextStops.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.StatefulService;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stop of a context with a webhook consumer: routes of callbacks complete within the shutdown timeout. */
@Timeout(60)
class WebhookStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final List<String> deliveries = new CopyOnWriteArrayList<>();

    @BeforeEach
    void useTheService() {
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
    }

    private void record(Exchange exchange) {
        deliveries.add(exchange.getMessage().getHeader("CamelDocprocJobId") + " "
                + exchange.getMessage().getHeader("CamelDocprocCorrelationId"));
    }

    private static String completedAt(String resultUrl) {
        return "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}";
    }

    private boolean isStopped(String route) {
        return !((StatefulService) server.context().getRoute(route).getConsumer()).isStarted();
    }

    /** Runs a route that downloads the result. */
    private void runDownload(String options) throws Exception {
        RouteBuilder.addRoutes(server.context(), routes -> routes.from("docproc:webhook" + options)
                .routeId("completions")
                .to("docproc:parseResult")
                .process(this::record));
        server.context().start();
    }

    @Test
    @CoversFault(43)
    void aStopWaitsForADownloadInFlightWhileOtherRoutesStopConsuming() throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:poll").routeId("poller").startupOrder(1).to("log:polled");
            }
        });
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            runDownload("");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(server.signed("a.pdf"), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);
            CompletableFuture<Void> shutdown = stop(server.context());
            await().until(() -> isStopped("poller"));
            assertThat(results.inFlight()).isEqualTo(1);

            results.release(1);
            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
        }
    }

    @Test
    @CoversFault(43)
    void aDownloadThatExceedsTheTimeoutFailsItsCallback() throws Exception {
        server.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer results = new HeldServer("{}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            runDownload("");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(server.signed("a.pdf"), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);
            stop(server.context()).get();

            await().until(response::isDone);
            assertThat(response.isCompletedExceptionally() || response.get().statusCode() >= 500)
                    .isTrue();
            assertThat(deliveries).isEmpty();
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that sends the callback before its response to {@code parseAsync}. */
class EarlyCallbackTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final CopyOnWriteArrayList<Object> deliveries = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<Integer> statuses = new CopyOnWriteArrayList<>();
    private HttpServer service;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        service.createContext("/api/v1/xparse/parse/async", this::serve);
        service.start();
        server.component()
                .getConfiguration()
                .setBaseUrl("http://localhost:" + service.getAddress().getPort());
    }

    @AfterEach
    void stopService() {
        service.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestMethod().equals("POST")) {
            sendCallback();
        }
        byte[] body = "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\"}}"
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void sendCallback() throws IOException {
        try {
            statuses.add(server.post(server.signed("a.pdf"), CallbackServer.completed("job-1"))
                    .statusCode());
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest
    @Survives(39)
    @ValueSource(strings = {"", "?pollAfter=10"})
    void aCallbackBeforeTheResponseIsDeliveredOnce(String options) throws Exception {
        if (!options.isEmpty()) {
            server.component().setJobRepository(jobRepository);
        }
        server.run(
                "docproc:webhook" + options,
                exchange -> deliveries.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));

        Exchange submission = server.context()
                .createProducerTemplate()
                .request("docproc:parseAsync?correlationId=a.pdf", exchange -> exchange.getMessage()
                        .setBody(Replies.DOCUMENT));

        assertThat(submission.getException()).isNull();
        assertThat(submission.getMessage().getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        await().until(() -> jobRepository.size() == 0);
        assertThat(statuses).containsExactly(200);
        assertThat(deliveries).containsExactly("a.pdf");
    }
}

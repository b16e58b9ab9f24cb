/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.job.MemoryJobRepository;
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

/** A service so quick that it calls back before it has answered {@code parseAsync}. */
class EarlyCallbackTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final CopyOnWriteArrayList<Object> routed = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<Integer> answers = new CopyOnWriteArrayList<>();
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
            callBack();
        }
        byte[] body = "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\"}}"
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void callBack() throws IOException {
        try {
            answers.add(server.post(server.signed("a.pdf"), CallbackServer.completed("job-1"))
                    .statusCode());
        } catch (Exception unreachable) {
            throw new IOException(unreachable);
        }
    }

    @ParameterizedTest
    @Survives(39)
    @ValueSource(strings = {"", "?pollAfter=10"})
    void itsCompletionIsRoutedOnceWithOrWithoutAJobRepository(String options) throws Exception {
        if (!options.isEmpty()) {
            server.component().setJobRepository(jobRepository);
        }
        server.run(
                "docproc:webhook" + options,
                exchange -> routed.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));

        Exchange sent = server.context()
                .createProducerTemplate()
                .request("docproc:parseAsync?correlationId=a.pdf", exchange -> exchange.getMessage()
                        .setBody(Replies.DOCUMENT));

        assertThat(sent.getException()).isNull();
        assertThat(sent.getMessage().getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        await().until(() -> jobRepository.size() == 0);
        assertThat(answers).containsExactly(200);
        assertThat(routed).containsExactly("a.pdf");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
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

    @ParameterizedTest
    @CoversFault(39)
    @ValueSource(strings = {"", "?pollAfter=10"})
    void aCallbackBeforeTheResponseIsDeliveredOnce(String options) throws Exception {
        if (!options.isEmpty()) {
            server.component().setJobRepository(jobRepository);
        }
        server.run(
                "docproc:webhook" + options,
                exchange -> deliveries.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));
        try (RawServer service = new RawServer(connection -> {
            if (connection.readRequest().startsWith("POST")) {
                statuses.add(server.postAsync(server.signed("a.pdf"), CallbackServer.completed("job-1"))
                        .join()
                        .statusCode());
            }
            connection.respond(200, "application/json", "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
        })) {
            Exchange submission = server.context()
                    .createProducerTemplate()
                    .request(
                            "docproc:parseAsync?correlationId=a.pdf&baseUrl=" + service.url(),
                            exchange -> exchange.getMessage().setBody(Replies.DOCUMENT));

            assertThat(submission.getException()).isNull();
            assertThat(submission.getMessage().getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        }
        await().until(() -> jobRepository.size() == 0);
        assertThat(statuses).containsExactly(200);
        assertThat(deliveries).containsExactly("a.pdf");
    }
}

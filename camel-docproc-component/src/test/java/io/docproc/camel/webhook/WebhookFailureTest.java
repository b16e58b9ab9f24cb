/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reporting of failures that occur outside of the route. */
class WebhookFailureTest {
    private static final String FORBIDDEN_RESULT_URL =
            "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"file:///etc/passwd\"}";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final RecordingExceptionHandler handler = new RecordingExceptionHandler();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<Exchange> deliveries = new CopyOnWriteArrayList<>();

    private void runWithErrorHandler(String from) throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).handled(true).process(this::record);
                from(from).process(deliveries::add);
            }

            private void record(Exchange exchange) {
                Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
                handled.add(exchange.getMessage().getHeader("CamelDocprocJobId") + ": " + cause.getMessage());
            }
        });
        server.context().start();
    }

    @Test
    void aFailedDownloadIsReportedToTheExceptionHandler() throws Exception {
        server.context().getRegistry().bind("mine", handler);
        server.run("docproc:webhook?fetchResult=true&exceptionHandler=#mine", deliveries::add);

        assertThat(server.post(server.signed("a"), FORBIDDEN_RESULT_URL).statusCode())
                .isEqualTo(500);

        assertThat(handler.reports()).singleElement().asString().contains("job-1", "result_url is refused");
        assertThat(deliveries).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailedDownloadReachesTheErrorHandlerOverTheBridgeOnly(boolean bridge) throws Exception {
        runWithErrorHandler("docproc:webhook?fetchResult=true&bridgeErrorHandler=" + bridge);

        assertThat(server.post(server.signed("a"), FORBIDDEN_RESULT_URL).statusCode())
                .as("so that the sender retries")
                .isEqualTo(500);
        assertThat(handled)
                .hasSize(bridge ? 1 : 0)
                .allSatisfy(failure -> assertThat(failure).startsWith("job-1: ").contains("result_url is refused"));
        assertThat(deliveries).isEmpty();
    }

    @Test
    void anUnrecordedCompletionIsReportedToTheExceptionHandler() throws Exception {
        server.component().setJobRepository(new MemoryJobRepository() {
            @Override
            public void completed(String jobId, Instant keepUntil) {
                throw new IllegalStateException("the database is gone");
            }
        });
        server.context().getRegistry().bind("mine", handler);
        server.run("docproc:webhook?exceptionHandler=#mine", deliveries::add);

        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(500);

        assertThat(handler.reports())
                .containsExactly(
                        "The route succeeded for parse job job-1, but a repository failed to record this; the completion may"
                                + " be delivered again: the database is gone");
        assertThat(deliveries).hasSize(1);
    }
}

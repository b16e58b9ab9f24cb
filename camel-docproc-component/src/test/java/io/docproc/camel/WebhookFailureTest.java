/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.webhook.RecordingExceptionHandler;
import io.docproc.camel.job.MemoryJobRepository;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who hears of failures that no route has met. */
class WebhookFailureTest {
    private static final String FORBIDDEN =
            "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"file:///etc/passwd\"}";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final RecordingExceptionHandler handler = new RecordingExceptionHandler();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<Exchange> routed = new CopyOnWriteArrayList<>();

    private void runWithErrorHandler(String from) throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).handled(true).process(this::note);
                from(from).process(routed::add);
            }

            private void note(Exchange failed) {
                Exception cause = failed.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
                handled.add(failed.getMessage().getHeader("CamelDocprocJobId") + ": " + cause.getMessage());
            }
        });
        server.context().start();
    }

    @Test
    void aResultThatCannotBeFetchedIsReportedToTheExceptionHandler() throws Exception {
        server.context().getRegistry().bind("mine", handler);
        server.run("docproc:webhook?fetchResult=true&exceptionHandler=#mine", routed::add);

        assertThat(server.post(server.signed("a"), FORBIDDEN).statusCode()).isEqualTo(500);

        assertThat(handler.reports()).singleElement().asString().contains("job-1", "result_url is refused");
        assertThat(routed).isEmpty();
    }

    @Test
    void aResultThatCannotBeFetchedReachesTheRoutesErrorHandlerOverTheBridge() throws Exception {
        runWithErrorHandler("docproc:webhook?fetchResult=true&bridgeErrorHandler=true");

        assertThat(server.post(server.signed("a"), FORBIDDEN).statusCode())
                .as("the sender repeats it")
                .isEqualTo(500);

        assertThat(handled).singleElement().asString().startsWith("job-1: ").contains("result_url is refused");
        assertThat(routed).isEmpty();
    }

    @Test
    void withoutTheBridgeTheRoutesErrorHandlerHearsNothing() throws Exception {
        runWithErrorHandler("docproc:webhook?fetchResult=true");

        assertThat(server.post(server.signed("a"), FORBIDDEN).statusCode()).isEqualTo(500);

        assertThat(handled).isEmpty();
    }

    @Test
    void anEndThatCannotBeRecordedIsReportedToTheExceptionHandler() throws Exception {
        server.component().setJobRepository(new MemoryJobRepository() {
            @Override
            public void completed(String jobId, Instant keepUntil) {
                throw new IllegalStateException("the database is gone");
            }
        });
        server.context().getRegistry().bind("mine", handler);
        server.run("docproc:webhook?exceptionHandler=#mine", routed::add);

        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(500);

        assertThat(handler.reports())
                .containsExactly(
                        "The route succeeded for parse job job-1, but a repository failed to record this; the completion may"
                                + " be delivered again: the database is gone");
        assertThat(routed).hasSize(1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reporting of failures that occur outside of the route. */
class WebhookFailureTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final RecordingExceptionHandler handler = new RecordingExceptionHandler();
    private final List<Exchange> deliveries = new CopyOnWriteArrayList<>();

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
                        "The route succeeded for parse job job-1, but the job repository failed to record this; the completion may"
                                + " be delivered again: the database is gone");
        assertThat(deliveries).hasSize(1);
    }
}

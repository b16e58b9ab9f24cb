/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Meters;
import java.util.Map;
import org.apache.camel.Processor;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meter of the completions that a consumer receives. */
class CompletionCountsTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final Processor route = exchange -> {
        if (exchange.getMessage()
                .getHeader(DocprocConstants.JOB_ID, String.class)
                .startsWith("bad")) {
            throw new IllegalStateException("on purpose");
        }
    };

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void completionsAreCountedByOutcome(boolean withJobRepository) throws Exception {
        Meters.bind(server.context());
        if (withJobRepository) {
            server.component().setJobRepository(new MemoryJobRepository());
        }
        server.run("docproc:webhook", route);
        server.post(server.signed("a"), completed("good-1"));
        server.post(server.signed("b"), completed("good-2"));
        server.post(server.signed("a"), completed("good-1"));
        server.post(server.signed("c"), completed("bad-1"));
        server.post(server.address(), completed("good-3"));
        server.post(server.signed("d"), "not json");

        Map.of("processed", 2, "duplicate", 1, "failed", 1, "refused", 2)
                .forEach((outcome, count) -> assertThat(Meters.of(server.context())
                                .registry()
                                .get("docproc.completions")
                                .tag("outcome", outcome)
                                .functionCounter()
                                .count())
                        .as(outcome)
                        .isEqualTo(count.doubleValue()));
    }
}

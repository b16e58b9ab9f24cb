/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.MemoryDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRegistry;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts, meters and health check of the webhook consumer. */
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
        MeterRegistry meters = new SimpleMeterRegistry();
        server.context().getRegistry().bind("meters", meters);
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

        assertThat(server.component().getCompletionsProcessed()).isEqualTo(2);
        Map.of("processed", 2, "duplicate", 1, "failed", 1, "refused", 2)
                .forEach((outcome, count) -> assertThat(meters.get("docproc.completions")
                                .tag("outcome", outcome)
                                .functionCounter()
                                .count())
                        .as(outcome)
                        .isEqualTo(count.doubleValue()));
    }

    @ParameterizedTest
    @CsvSource({
        "true,docproc:webhook?pollAfter=1h",
        "false,docproc:webhook?pollAfter=1h",
        "false,docproc:completions?delay=1h"
    })
    void theHealthCheckFollowsTheStateOfTheJobRepositoryUnlessItIsDisabled(boolean enabled, String from)
            throws Exception {
        server.component().setJobRepository(new JdbcJobRepository(database()));
        server.component().setHealthCheckConsumerEnabled(enabled);
        server.run(from, route);
        assertThat(health().getState()).isEqualTo(State.UP);
        assertThat(server.component().getJobsPending()).isZero();

        databaseGone.set(true);
        HealthCheck.Result gone = health();
        assertThat(gone.getState()).isEqualTo(enabled ? State.DOWN : State.UP);
        if (enabled) {
            assertThat(gone.getMessage())
                    .contains("The job repository cannot be read; check its database or directory");
        }
        assertThat(server.component().getJobsPending()).isEqualTo(-1);
    }

    private HealthCheck.Result health() {
        HealthCheckHelper.getHealthCheckRepository(server.context(), "consumers")
                .setEnabled(true);
        HealthCheckRegistry.get(server.context()).setExposureLevel("full");
        return HealthCheckHelper.invokeReadiness(server.context()).stream()
                .filter(result -> result.getCheck().getId().equals("consumer:completions"))
                .findAny()
                .orElseThrow();
    }

    private final AtomicBoolean databaseGone = new AtomicBoolean();

    private DataSource database() {
        DataSource h2 = MemoryDatabase.create();
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (databaseGone.get()) {
                        throw new SQLException("no connection for user=admin password=hidden");
                    }
                    return method.invoke(h2, arguments);
                });
    }
}

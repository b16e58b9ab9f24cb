/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.ratelimit.JdbcRateLimiter;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Components in two Camel contexts share the rate limit of their account in a database. */
@Timeout(60)
class SharedRateLimiterTest {
    private static final long HOUR = 3_600_000;

    @RegisterExtension
    final ServiceDouble first = new ServiceDouble();

    @RegisterExtension
    final ServiceDouble second = new ServiceDouble();

    private final AtomicBoolean down = new AtomicBoolean();
    private final DataSource database = database();

    private DataSource database() {
        return new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (down.get()) {
                    throw new SQLException("the database is down");
                }
                return super.getConnection();
            }
        };
    }

    @BeforeEach
    void shareTheRateLimit() {
        for (ServiceDouble service : new ServiceDouble[] {first, second}) {
            Replies.configure(service, this::shareTheRateLimit);
            service.respondWith(Replies.CROP);
        }
    }

    private void shareTheRateLimit(DocprocComponent component) {
        component.setRateLimiter(new JdbcRateLimiter(database, 50.0));
        component.setRateLimitCooldown(HOUR);
    }

    private void refuseFirst() {
        first.respondWith("{\"code\":40306,\"message\":\"qps limit exceeded\"}");
        assertThat(Replies.failure(first.send("docproc:crop", Replies.DOCUMENT)))
                .isInstanceOf(DocprocRateLimitException.class);
    }

    @Test
    void aRefusedCallDelaysTheCallsOfTheOtherContext() throws Exception {
        second.call("docproc:crop", Replies.DOCUMENT);
        second.server().resetRequests();
        refuseFirst();

        new Calls(second.context(), "docproc:crop").offer();
        await().until(() -> second.component().status().cooldownRemaining().compareTo(Duration.ofMinutes(50)) > 0);
        second.assertNothingSent();
    }

    @Test
    void withoutTheDatabaseACallFailsUnsentAndRetryable() {
        down.set(true);

        DocprocTransportException failure =
                first.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("the database is down").hasMessageContaining("nothing was sent");
        first.assertNothingSent();
        down.set(false);
        await().until(() -> !first.send("docproc:crop", Replies.DOCUMENT).isFailed());
    }

    @Test
    void aRestartedComponentUsesTheSharedRateLimit() {
        first.component().stop();
        first.component().start();

        first.call("docproc:crop?jpegQuality=90", Replies.DOCUMENT);
    }
}

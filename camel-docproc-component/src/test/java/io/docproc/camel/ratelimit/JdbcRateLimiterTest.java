/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Rate limit that several nodes share in a database. */
@Timeout(120)
final class JdbcRateLimiterTest {
    /** One call in more than 24 hours, so that the duration of a test does not matter. */
    private static final double SLOW = 0.000_01;

    private static final Duration HOUR = Duration.ofHours(1);

    private final List<JdbcRateLimiter> nodes = new ArrayList<>();

    /** The databases. */
    enum Product {
        H2,
        POSTGRESQL,
        POSTGRESQL_WITHOUT_AUTOCOMMIT,
        MARIADB;

        DataSource create() {
            return switch (this) {
                case H2 -> MemoryDatabase.create();
                case POSTGRESQL -> DatabaseServer.POSTGRESQL.newPool();
                case MARIADB -> DatabaseServer.MARIADB.newPool();
                case POSTGRESQL_WITHOUT_AUTOCOMMIT -> new WithoutAutoCommit(DatabaseServer.POSTGRESQL.newPool());
            };
        }
    }

    private JdbcRateLimiter node(DataSource database, double rate) {
        return started(new JdbcRateLimiter(database, rate));
    }

    private JdbcRateLimiter started(JdbcRateLimiter node) {
        nodes.add(node);
        node.start();
        return node;
    }

    @AfterEach
    void shutDown() {
        nodes.forEach(JdbcRateLimiter::shutdown);
    }

    private static Optional<Permit> acquire(RateLimiter node) throws InterruptedException {
        return node.acquire(HOUR);
    }

    @ParameterizedTest
    @EachStore
    void nodesShareTheRate(Product product) throws InterruptedException {
        DataSource database = product.create();
        JdbcRateLimiter first = node(database, SLOW);
        JdbcRateLimiter second = node(database, SLOW);

        assertThat(acquire(first)).isPresent();
        assertThat(acquire(second)).as("the next permit is a day away").isEmpty();
        assertThat(acquire(started(new JdbcRateLimiter(database, SLOW, "invoices"))))
                .as("another account")
                .isPresent();
    }

    @ParameterizedTest
    @EachStore
    void nodesShareTheCooldown(Product product) throws InterruptedException {
        DataSource database = product.create();
        JdbcRateLimiter refused = node(database, 100);
        JdbcRateLimiter other = node(database, 100);
        acquire(other).orElseThrow().sent();
        refused.startCooldown(HOUR.multipliedBy(2));

        assertThat(acquire(other)).isEmpty();
        assertThat(other.cooldownRemaining()).isGreaterThan(HOUR);
    }

    @ParameterizedTest
    @EachStore
    void concurrentNodesKeepTheLimitTogether(Product product) {
        int allowed = 50;
        int callsOfEach = 12;
        DataSource database = product.create();
        List<JdbcRateLimiter> together =
                Stream.generate(() -> node(database, allowed)).limit(5).toList();
        List<Long> sent = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newCachedThreadPool();
        long start = System.nanoTime();
        List<CompletableFuture<Void>> ends = together.stream()
                .map(node -> CompletableFuture.runAsync(() -> send(node, callsOfEach, sent), threads))
                .toList();
        ends.forEach(CompletableFuture::join);
        threads.shutdown();

        Collections.sort(sent);
        assertThat(sent).hasSize(60);
        for (int call = 0; call < sent.size(); call++) {
            assertThat(Duration.ofNanos(sent.get(call) - start))
                    .as("call %d after the start, however busy the machine is", call)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(call).dividedBy(allowed));
        }
    }

    private static void send(RateLimiter node, int calls, List<Long> sent) {
        try {
            for (int call = 0; call < calls; call++) {
                Permit permit = acquire(node).orElseThrow();
                sent.add(System.nanoTime());
                permit.sent();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aNodeCanBeStartedAgainInAnotherContext() throws Exception {
        JdbcRateLimiter node = new JdbcRateLimiter(MemoryDatabase.create(), 100.0);
        nodes.add(node);
        for (int context = 0; context < 2; context++) {
            try (CamelContext current = new DefaultCamelContext()) {
                node.setCamelContext(current);
                node.start();
                acquire(node).orElseThrow().sent();
                node.stop();
            }
        }
    }

    @Test
    void aDatabaseThatDoesNotRespondDelaysACallForFiveSeconds() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        AtomicBoolean hangs = new AtomicBoolean();
        DataSource database = new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (hangs.getAndSet(false)) {
                    never.join();
                }
                return super.getConnection();
            }
        };
        JdbcRateLimiter node = node(database, 10);
        hangs.set(true);
        long start = System.nanoTime();

        assertThatThrownBy(() -> acquire(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for 5000 ms")
                .hasMessageContaining("nothing was sent");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        await().ignoreException(RateLimiterException.class)
                .until(() -> acquire(node).isPresent());
        never.complete(null);
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRateLimiter(MemoryDatabase.create(), 0.0))
                .withMessageContaining("positive number of calls per second");
        assertThatThrownBy(() -> acquire(new JdbcRateLimiter(MemoryDatabase.create(), 1.0)))
                .hasMessageContaining("not started");
    }
}

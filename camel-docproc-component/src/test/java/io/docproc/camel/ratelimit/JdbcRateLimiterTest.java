/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
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
        JdbcRateLimiter node = new JdbcRateLimiter(database, rate);
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
    }

    @ParameterizedTest
    @EachStore
    void nodesShareTheCooldown(Product product) throws InterruptedException {
        DataSource database = product.create();
        JdbcRateLimiter refused = node(database, 100);
        JdbcRateLimiter other = node(database, 100);
        assertThat(acquire(other)).isPresent();
        refused.startCooldown(HOUR.multipliedBy(2));

        await().until(() -> other.cooldownRemaining().compareTo(HOUR) > 0);
        assertThat(acquire(other)).isEmpty();
        assertThat(other.tryAcquire(HOUR.multipliedBy(3))).isEmpty();
    }

    @ParameterizedTest
    @EachStore(always = "POSTGRESQL")
    void concurrentReservationsOfNodesNeverOverlap(Product product) {
        DataSource database = product.create();
        node(database, SLOW);
        JdbcBuckets buckets = new JdbcBuckets(database(database, nodes.get(0)));
        buckets.selectStatements();
        long interval = SharedBuckets.interval(SLOW);

        List<CompletableFuture<Long>> reservations = IntStream.range(0, 40)
                .mapToObj(call -> CompletableFuture.supplyAsync(() ->
                        new SharedBuckets(buckets, "account", SLOW).reserve(1).untilLast()))
                .toList();

        assertThat(reservations.stream()
                        .map(reservation -> Math.round(reservation.join() / (double) interval))
                        .sorted())
                .containsExactlyElementsOf(
                        IntStream.range(0, 40).mapToObj(Long::valueOf).toList());
    }

    private static Database<RateLimiterException> database(DataSource dataSource, JdbcRateLimiter owner) {
        Database<RateLimiterException> database = new Database<>(dataSource, "test", RateLimiterException::new);
        database.start(owner);
        return database;
    }

    @Test
    void accountsOfOneTableHaveTheirOwnRates() throws InterruptedException {
        DataSource database = MemoryDatabase.create();
        JdbcRateLimiter invoices = new JdbcRateLimiter(database, SLOW, "invoices");
        nodes.add(invoices);
        invoices.start();

        assertThat(acquire(invoices)).isPresent();
        assertThat(acquire(node(database, SLOW))).isPresent();
    }

    @Test
    void aRestartedNodeContinuesWithTheRate() throws InterruptedException {
        DataSource database = MemoryDatabase.create();
        JdbcRateLimiter node = node(database, SLOW);
        assertThat(acquire(node)).isPresent();
        node.shutdown();

        assertThat(acquire(node(database, SLOW))).isEmpty();
    }

    @Test
    void aNodeCanBeStartedAgainInAnotherContext() throws Exception {
        JdbcRateLimiter node = new JdbcRateLimiter(MemoryDatabase.create(), 100.0);
        nodes.add(node);
        for (int context = 0; context < 2; context++) {
            try (CamelContext current = new DefaultCamelContext()) {
                node.setCamelContext(current);
                node.start();
                assertThat(acquire(node)).isPresent();
                node.stop();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void aBlankNameIsRejected(String name) {
        JdbcRateLimiter node = new JdbcRateLimiter(MemoryDatabase.create(), 10.0);

        assertThatThrownBy(() -> node.setName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed are 1 to 200");
    }

    @Test
    void aMissingTableIsNotCreatedIfThisIsSwitchedOff() {
        DataSource database = MemoryDatabase.create();
        JdbcRateLimiter node = new JdbcRateLimiter(database, 10.0);
        nodes.add(node);
        node.setCreateTableIfNotExists(false);

        assertThatThrownBy(node::start)
                .hasStackTraceContaining("run the statements of META-INF/docproc/h2/rate-limiter.sql");
        assertThat(new JdbcTemplate(database)
                        .queryForList("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES"
                                + " WHERE TABLE_NAME = 'DOCPROC_RATE_LIMIT'"))
                .isEmpty();
    }

    @Test
    void aDatabaseThatDoesNotRespondDelaysACallOnlyForTheStoreTimeout() {
        AtomicReference<CompletableFuture<Void>> gate = new AtomicReference<>(CompletableFuture.completedFuture(null));
        DataSource database = new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                gate.get().join();
                return super.getConnection();
            }
        };
        JdbcRateLimiter node = new JdbcRateLimiter(database, 10.0);
        nodes.add(node);
        node.setStoreTimeout(Duration.ofMillis(300));
        node.start();
        gate.set(new CompletableFuture<>());

        assertThatThrownBy(() -> acquire(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for");
        gate.get().complete(null);
        await().ignoreException(RateLimiterException.class)
                .until(() -> acquire(node).isPresent());
    }

    @Test
    void aFirstConnectionThatTakesLongerThanTheStoreTimeoutDoesNotFailTheStart() {
        AtomicReference<CompletableFuture<Void>> opening = new AtomicReference<>(
                new CompletableFuture<Void>().completeOnTimeout(null, 600, TimeUnit.MILLISECONDS));
        DataSource database = new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                opening.get().join();
                return super.getConnection();
            }
        };
        JdbcRateLimiter node = new JdbcRateLimiter(database, 10.0);
        nodes.add(node);
        node.setStoreTimeout(Duration.ofMillis(200));

        node.start();

        assertThat(opening.get()).as("the first connection").isCompleted();
        opening.set(new CompletableFuture<>());
        assertThatThrownBy(() -> acquire(node)).isInstanceOf(RateLimiterException.class);
        opening.get().complete(null);
    }

    @Test
    void aConnectionThatHangsForEverDelaysCallsOnlyForTheStoreTimeout() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        AtomicReference<CompletableFuture<Void>> gate = new AtomicReference<>(CompletableFuture.completedFuture(null));
        DataSource database = new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                gate.getAndSet(CompletableFuture.completedFuture(null)).join();
                return super.getConnection();
            }
        };
        JdbcRateLimiter node = new JdbcRateLimiter(database, 10.0);
        nodes.add(node);
        node.setStoreTimeout(Duration.ofMillis(300));
        node.start();
        gate.set(never);

        await().ignoreException(RateLimiterException.class)
                .until(() -> acquire(node).isPresent());
        assertThat(gate).doesNotHaveValue(never);
        never.complete(null);
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRateLimiter(MemoryDatabase.create(), 0.0))
                .withMessageContaining("is 0.0; allowed values are positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRateLimiter(MemoryDatabase.create(), Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRateLimiter(MemoryDatabase.create(), 1.0).setStoreTimeout(Duration.ZERO))
                .withMessageContaining("storeTimeout is 0 ms");
        assertThatIllegalStateException()
                .isThrownBy(() -> acquire(new JdbcRateLimiter(MemoryDatabase.create(), 1.0)))
                .withMessageContaining("not started");
    }
}

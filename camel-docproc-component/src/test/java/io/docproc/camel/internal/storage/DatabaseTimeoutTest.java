/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Database that does not respond. */
@Timeout(60)
final class DatabaseTimeoutTest {
    private final CountDownLatch responding = new CountDownLatch(1);
    private final AtomicInteger connections = new AtomicInteger();
    private final JdbcJobRepository owner = new JdbcJobRepository(new JdbcDataSource());

    @AfterEach
    void respond() {
        responding.countDown();
    }

    private Database<IllegalStateException> database(DataSource dataSource) {
        Database<IllegalStateException> database =
                new Database<>(dataSource, "job repository", IllegalStateException::new);
        database.setTimeout(Duration.ofMillis(50));
        database.start(owner);
        return database;
    }

    /** Returns a source that gives no connection until the database responds. */
    private DataSource withoutConnections() {
        return new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() throws SQLException {
                connections.incrementAndGet();
                await(responding);
                return super.getConnection();
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aStatementFailsAfterTheTimeout() {
        Database<IllegalStateException> database = database(withoutConnections());

        assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The database of the job repository has not responded for 50 ms");
    }

    @Test
    void anAbandonedStatementIsNotRunLater() throws SQLException {
        DataSource dataSource = withoutConnections();
        Database<IllegalStateException> database = database(dataSource);
        assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)")).hasMessageContaining("not responded");
        responding.countDown();
        Awaitility.await().until(() -> database.hanging() == 0);

        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getMetaData().getTables(null, null, "T", null).next())
                    .isFalse();
        }
    }

    @Test
    void theConnectionOfAnAbandonedStatementIsAborted() {
        CountDownLatch aborted = new CountDownLatch(1);
        Database<IllegalStateException> database = database(new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() {
                return hanging(aborted);
            }
        });

        // A statement that is abandoned before it has a connection aborts none.
        Awaitility.await().until(() -> {
            assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)"))
                    .isInstanceOf(IllegalStateException.class);
            return aborted.getCount() == 0;
        });
    }

    @Test
    void theConnectionOfAnAbandonedCommitIsAborted() throws InterruptedException {
        CountDownLatch aborted = new CountDownLatch(1);
        Database<IllegalStateException> database = database(new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() {
                return connection(method -> switch (method) {
                    case "abort" -> {
                        aborted.countDown();
                        yield null;
                    }
                    case "commit" -> {
                        await(aborted);
                        throw new SQLException("the connection is aborted");
                    }
                    case "getAutoCommit" -> false;
                    default -> null;
                });
            }
        });
        database.setTimeout(Duration.ofSeconds(2));

        assertThatThrownBy(() -> database.run(Connection::getCatalog))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not responded");
        assertThat(aborted.await(30, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().until(() -> database.hanging() == 0);
    }

    @Test
    void theConnectionIsAbortedAlsoAfterAShutdown() throws InterruptedException {
        CountDownLatch aborted = new CountDownLatch(1);
        List<Database<?>> databases = new ArrayList<>();
        Database<IllegalStateException> database = database(new DelegatingDataSource(MemoryDatabase.create()) {
            @Override
            public Connection getConnection() {
                databases.get(0).shutdown(owner);
                return hanging(aborted);
            }
        });
        database.setTimeout(Duration.ofSeconds(2));
        databases.add(database);

        assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not responded");
        aborted.await();
    }

    @Test
    void aConnectionReturnsToItsPoolAfterTheAbort() {
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        CountDownLatch aborting = new CountDownLatch(1);
        AtomicBoolean returned = new AtomicBoolean();
        AtomicBoolean returnedBeforeAbort = new AtomicBoolean();
        AbandonableWork<Boolean> work = new AbandonableWork<>(connection -> {
            worker.complete(Thread.currentThread());
            await(aborting);
            return true;
        });
        Connection connection = connection(method -> {
            aborting.countDown();
            Awaitility.await().until(() -> returned.get() || worker.join().getState() == Thread.State.BLOCKED);
            returnedBeforeAbort.set(returned.get());
            return null;
        });
        CompletableFuture<Void> run = CompletableFuture.runAsync(() -> returned.set(run(work, connection)));
        worker.join();

        work.abandon();
        work.abort();
        run.join();

        assertThat(returned).isTrue();
        assertThat(returnedBeforeAbort).isFalse();
    }

    private static boolean run(AbandonableWork<Boolean> work, Connection connection) {
        try {
            return work.run(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a connection whose first statement hangs until it is aborted. */
    private static Connection hanging(CountDownLatch aborted) {
        return connection(method -> switch (method) {
            case "abort" -> {
                aborted.countDown();
                yield null;
            }
            case "prepareStatement" -> {
                await(aborted);
                throw new SQLException("the connection is aborted");
            }
            case "getAutoCommit" -> true;
            default -> null;
        });
    }

    /** Implements the methods of a connection. */
    @FunctionalInterface
    private interface Methods {
        Object call(String method) throws SQLException;
    }

    private static Connection connection(Methods methods) {
        return (Connection) Proxy.newProxyInstance(
                DatabaseTimeoutTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> methods.call(method.getName()));
    }

    @Test
    void theProductOfADatabaseThatDoesNotRespondIsUnknownAfterTheTimeout() {
        Database<IllegalStateException> database = database(withoutConnections());

        assertThatThrownBy(
                        () -> CompletableFuture.supplyAsync(database::product).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("has not responded for 50 ms");
    }

    @Test
    void aUnitOfWorkFailsAfterTheTimeout() {
        Database<IllegalStateException> database = database(withoutConnections());
        Database.Work<String> work = Connection::getCatalog;

        assertThatThrownBy(() ->
                        CompletableFuture.supplyAsync(() -> database.run(work)).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("has not responded for 50 ms");
    }

    @Test
    void statementsFailAtOnceWhileManyHang() {
        Database<IllegalStateException> database = database(withoutConnections());
        for (int number = 0; number < Database.MAX_ABANDONED; number++) {
            assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)")).hasMessageContaining("not responded");
        }

        assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)"))
                .hasMessageContaining("16 statements still hang");
        assertThat(connections).hasValue(Database.MAX_ABANDONED);
        responding.countDown();
        Awaitility.await().until(() -> database.hanging() == 0);
        assertThat(database.update("CREATE TABLE T (ID INT)")).isZero();
    }

    @Test
    void workWithoutATimeoutMayTakeLonger() {
        Database<IllegalStateException> database = database(MemoryDatabase.create());

        boolean responded = database.runWithoutTimeout(connection -> respondsWithin(100));

        assertThat(responded).isFalse();
        assertThat(database.hanging()).isZero();
    }

    private boolean respondsWithin(long millis) {
        try {
            return responding.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

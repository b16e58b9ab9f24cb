/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Timeouts, deadlocks and transactions of the database of a repository. */
@Timeout(60)
class DatabaseTest {
    private final JdbcDataSource h2 = MemoryDatabase.create();
    private final JdbcJobRepository owner = new JdbcJobRepository(h2);
    private final AtomicInteger attempts = new AtomicInteger();
    private Database<IllegalStateException> database = start(h2::getConnection);

    private Database<IllegalStateException> start(Database.ConnectionSource connections) {
        Database<IllegalStateException> started =
                new Database<>(connections, "job repository", IllegalStateException::new);
        started.start(owner);
        return started;
    }

    @AfterEach
    void stop() {
        database.shutdown(owner);
    }

    /** The limits of reads over a real network are in the tests of the databases. */
    @CoversFault(100)
    @ParameterizedTest
    @CsvSource({"0, 20000 0", "60000, 20000 60000", "5000, ''", "-1, ''"})
    void readsAreLimitedUntilTheConnectionReturnsToItsPool(int previous, String expected) {
        List<String> limits = new ArrayList<>();
        database = start(() -> {
            Connection connection = h2.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().endsWith("etNetworkTimeout")) {
                            if (previous < 0) {
                                throw new SQLFeatureNotSupportedException();
                            }
                            if (arguments == null) {
                                return previous;
                            }
                            assertThat(connection.isClosed()).isFalse();
                            limits.add(arguments[1].toString());
                            return null;
                        }
                        return method.invoke(connection, arguments);
                    });
        });

        assertThat(database.update("CREATE TABLE T (ID INT)")).isZero();

        assertThat(String.join(" ", limits)).isEqualTo(expected);
    }

    private int failUntil(int attempt, String state) {
        return database.run(connection -> {
            if (attempts.incrementAndGet() < attempt) {
                throw new SQLException("rolled back", state);
            }
            return attempts.get();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01"})
    void aDeadlockIsRetried(String state) {
        assertThat(failUntil(3, state)).isEqualTo(3);
        assertThatThrownBy(() -> failUntil(100, state)).hasMessageContaining("rolled back");
        assertThat(attempts).hasValueBetween(5, 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "23505"})
    void anotherFailureIsNotRetried(String state) {
        assertThatThrownBy(() -> failUntil(2, state)).hasMessageContaining("rolled back");
        assertThat(attempts).hasValue(1);
    }
}

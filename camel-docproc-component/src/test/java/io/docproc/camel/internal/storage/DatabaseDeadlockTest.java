/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JdbcJobRepository;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that the database has rolled back because of a deadlock. */
class DatabaseDeadlockTest {
    private final JdbcDataSource dataSource = new JdbcDataSource();
    private final Database<IllegalStateException> database =
            new Database<>(dataSource, "job repository", IllegalStateException::new);
    private final JdbcJobRepository repository = new JdbcJobRepository(dataSource);
    private final AtomicInteger attempts = new AtomicInteger();

    @BeforeEach
    void start() {
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        database.start(repository);
    }

    @AfterEach
    void stop() {
        database.shutdown(repository);
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
    @ValueSource(strings = {"40001", "40P01", "61000"})
    void deadlockIsRetried(String state) {
        assertThat(failUntil(3, state)).isEqualTo(3);
    }

    @Test
    void retriesOfADeadlockAreLimited() {
        assertThatThrownBy(() -> failUntil(100, "40001")).hasMessageContaining("rolled back");
        assertThat(attempts).hasValueBetween(2, 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "23505"})
    void otherFailureIsNotRetried(String state) {
        assertThatThrownBy(() -> failUntil(2, state)).hasMessageContaining("rolled back");
        assertThat(attempts).hasValue(1);
    }
}

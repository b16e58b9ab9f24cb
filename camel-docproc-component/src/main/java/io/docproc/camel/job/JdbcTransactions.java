/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.IndependentTransactions;
import io.docproc.camel.internal.storage.IndependentTransactions.Work;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import javax.sql.DataSource;

/** Runs statements of the job repository, each in a transaction of its own. */
final class JdbcTransactions {
    /**
     * Timeout of a statement in seconds. Callers, including threads of the HTTP server, have no timeout of their own.
     */
    private static final int QUERY_TIMEOUT_SECONDS = 30;

    private final IndependentTransactions transactions;

    /** An operation on a prepared statement. */
    @FunctionalInterface
    interface StatementWork<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    JdbcTransactions(DataSource dataSource, Executor executor) {
        this.transactions = new IndependentTransactions(dataSource, executor);
    }

    /**
     * Runs a statement in a transaction and waits for its result.
     *
     * @throws IllegalStateException if the database operation fails
     */
    <T> T run(String sql, StatementWork<T> work, Object... parameters) {
        return run(connection -> execute(connection, sql, work, parameters));
    }

    /**
     * Runs an operation in a transaction and waits for its result.
     *
     * @throws IllegalStateException if the database operation fails
     */
    <T> T run(Work<T> work) {
        try {
            return transactions.run(work);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "The job repository's database failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private static <T> T execute(Connection connection, String sql, StatementWork<T> work, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            for (int index = 0; index < parameters.length; index++) {
                set(statement, index + 1, parameters[index]);
            }
            return work.run(statement);
        }
    }

    /** Stores an empty string as NULL, because some databases do not distinguish them. */
    private static void set(PreparedStatement statement, int index, Object parameter) throws SQLException {
        if (parameter instanceof String text) {
            statement.setString(index, text.isEmpty() ? null : text);
        } else {
            statement.setLong(index, ((Number) parameter).longValue());
        }
    }
}

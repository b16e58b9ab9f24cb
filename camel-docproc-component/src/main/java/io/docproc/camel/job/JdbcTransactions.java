/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Runs each operation in a transaction of its own, on a thread of the executor. On that thread, neither Spring nor JTA
 * binds the transaction of the caller to the connection. An interrupt of the caller does not reach the JDBC driver.
 */
final class JdbcTransactions {
    /**
     * Timeout of a statement in seconds. Callers, including threads of the HTTP server, have no timeout of their own.
     */
    private static final int QUERY_TIMEOUT_SECONDS = 30;

    private final DataSource dataSource;
    private final Executor executor;

    /** An operation on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** An operation on a prepared statement. */
    @FunctionalInterface
    interface StatementWork<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    JdbcTransactions(DataSource dataSource, Executor executor) {
        this.dataSource = dataSource;
        this.executor = executor;
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
        FutureTask<T> task = new FutureTask<>(() -> inTransaction(work));
        executor.execute(task);
        return await(task);
    }

    /**
     * Waits for the result. An interrupt does not end the wait, because the caller needs the outcome of the operation.
     * The interrupt status of the thread is restored.
     */
    private static <T> T await(FutureTask<T> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IllegalStateException(
                            "The job repository's database failed: "
                                    + e.getCause().getMessage(),
                            e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            if (connection.getAutoCommit()) {
                return work.run(connection);
            }
            try {
                T result = work.run(connection);
                commit(connection);
                return result;
            } catch (SQLException e) {
                rollback(connection, e);
                throw e;
            }
        }
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new SQLException(
                    "the connection does not commit (" + e.getMessage()
                            + "); give the JdbcJobRepository a DataSource whose"
                            + " connections commit outside of a global transaction",
                    e.getSQLState(),
                    e);
        }
    }

    private static void rollback(Connection connection, SQLException cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    static <T> T execute(Connection connection, String sql, StatementWork<T> work, Object... parameters)
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

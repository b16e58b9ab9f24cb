/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Runs database work independently of the caller. Each unit of work has its own connection and its own transaction, on
 * a thread of the executor. On that thread, neither Spring nor JTA binds the transaction of the caller to the
 * connection. An interrupt of the caller does not reach the JDBC driver. Thread-safe.
 */
public final class IndependentTransactions {
    private final DataSource dataSource;
    private final Executor executor;

    /** A unit of work. Its connection is closed afterwards. */
    @FunctionalInterface
    public interface Work<T> {
        /** Runs the work. */
        T run(Connection connection) throws SQLException;
    }

    /**
     * @param dataSource the source of connections, one for each unit of work
     * @param executor runs the work; it must not run it on the calling thread, and must not queue it
     */
    public IndependentTransactions(DataSource dataSource, Executor executor) {
        this.dataSource = dataSource;
        this.executor = executor;
    }

    /**
     * Runs a unit of work and waits for its result. An interrupt does not end the wait, because the caller needs the
     * result. The interrupt status of the thread is restored.
     *
     * @throws ExecutionException if the database fails; its cause is the failure
     */
    public <T> T run(Work<T> work) throws ExecutionException {
        FutureTask<T> task = new FutureTask<>(() -> transaction(work));
        executor.execute(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getAutoCommit() ? work.run(connection) : committed(connection, work);
        }
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        try {
            T result = work.run(connection);
            commit(connection);
            return result;
        } catch (SQLException e) {
            rollback(connection, e);
            throw e;
        }
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new SQLException(
                    "the connection does not commit (" + e.getMessage()
                            + "); give the repository a DataSource whose connections commit outside of a global"
                            + " transaction",
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
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.util.concurrent.CamelThreadFactory;

/**
 * Runs database work independently of the caller. Its threads carry no transaction of Spring, JTA or the route, and an
 * interrupt of the caller does not reach them. Each unit of work has its own connection and is committed when it
 * completes. Thread-safe.
 */
final class IndependentTransactions {
    private static final int IDLE_SECONDS = 10;

    private final DataSource dataSource;
    /** Each thread serves one waiting caller. Idle threads terminate, so no shutdown is necessary. */
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new CamelThreadFactory("Camel Thread ##counter# - #name#", "DocprocResultDatabase", true));

    IndependentTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Database work. Its connection is closed afterwards. */
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /**
     * Runs a unit of work and waits until it completes, also if the caller is interrupted.
     *
     * @throws IOException if the database fails
     */
    <T> T run(Work<T> work) throws IOException {
        Future<T> future = executor.submit(() -> transaction(work));
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IOException(
                    "The database of the result repository failed: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getAutoCommit() ? work.with(connection) : committed(connection, work);
        }
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        try {
            T result = work.with(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            try {
                connection.rollback();
            } catch (SQLException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }
}

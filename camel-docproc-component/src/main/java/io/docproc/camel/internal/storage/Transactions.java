/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import io.docproc.camel.internal.storage.Database.Work;
import java.sql.Connection;
import java.sql.SQLException;

/** Transactions of units of work. */
final class Transactions {
    private Transactions() {}

    /** Restores the automatic commit of a connection. */
    @FunctionalInterface
    private interface AutoCommit extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    /** Returns work that also commits, unless its connection commits automatically. */
    static <T> Work<T> with(Work<T> work) {
        return connection -> connection.getAutoCommit() ? work.run(connection) : committed(connection, work);
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        try {
            T result = work.run(connection);
            commit(connection);
            return result;
        } catch (Throwable e) {
            // Also after an Error, because switching the automatic commit on would commit a part of the work.
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

    private static void rollback(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Returns work that switches the automatic commit of its connection off and commits. */
    static <T> Work<T> withoutAutoCommit(Work<T> work) {
        return connection -> connection.getAutoCommit() ? withoutAutoCommit(connection, work) : work.run(connection);
    }

    private static <T> T withoutAutoCommit(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        AutoCommit autoCommit = () -> connection.setAutoCommit(true);
        try (autoCommit) {
            return committed(connection, work);
        }
    }
}

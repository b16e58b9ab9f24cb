/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Unit of work whose caller may stop waiting for it. Thread-safe. */
final class AbandonableWork<T> implements Database.Work<T> {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonableWork.class);

    private final Database.Work<T> work;
    private Optional<Connection> current = Optional.empty();
    private boolean abandoned;

    AbandonableWork(Database.Work<T> work) {
        this.work = work;
    }

    @Override
    public T run(Connection connection) throws SQLException {
        start(connection);
        try {
            return work.run(connection);
        } finally {
            end();
        }
    }

    private synchronized void start(Connection connection) throws SQLException {
        if (abandoned) {
            throw new SQLException("the connection was available after the timeout");
        }
        current = Optional.of(connection);
    }

    private synchronized void end() {
        current = Optional.empty();
    }

    /** Prevents that work is run that has not started. */
    synchronized void abandon() {
        abandoned = true;
    }

    /**
     * Aborts the connection, which ends a wait for the network. Work that ends meanwhile keeps its connection until the
     * abort has returned, so that the abort affects no later borrower.
     */
    synchronized void abort() {
        current.ifPresent(AbandonableWork::abort);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("The driver cannot abort a connection", e);
        }
    }
}

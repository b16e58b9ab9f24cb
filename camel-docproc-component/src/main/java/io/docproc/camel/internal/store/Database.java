/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Database of a repository. Each unit of work has its own connection and its own transaction, on a thread of the
 * database. On that thread, neither Spring nor JTA binds the transaction of the caller to the connection. An interrupt
 * of the caller neither reaches the JDBC driver nor ends the wait, because the caller needs the result. Thread-safe.
 *
 * @param <X> the exception of the repository
 */
public final class Database<X extends Exception> {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    /** Maximum time from a request for a connection until the result of its statement. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** With {@link #NETWORK_SECONDS}, short enough that a repository works again within a minute of an outage. */
    private static final int STATEMENT_SECONDS = 15;
    /** Time after the timeout of a statement in which the driver reports it, before the connection counts as dead. */
    private static final int NETWORK_SECONDS = 5;

    private static final int MAX_ATTEMPTS = 10;
    /** SQL states of a transaction that is rolled back: SQL standard and PostgreSQL. */
    private static final Set<String> DEADLOCK_STATES = Set.of("40001", "40P01");

    private static final String H2_WRITE_DELAYS =
            "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'"
                    // Null in memory, where there is nothing to write.
                    + " AND DATABASE_PATH() IS NOT NULL";
    /** Class of the SQL states for integrity constraint violations. */
    private static final String CONSTRAINT_VIOLATION = "23";

    private final ConnectionSource connections;
    private final String owner;
    private final BiFunction<String, Throwable, X> failure;
    private volatile ExecutorService threads;
    private volatile Product product;

    /** A supported database, with an expression for its time. */
    private enum Product {
        POSTGRESQL("CAST(EXTRACT(EPOCH FROM STATEMENT_TIMESTAMP()) * 1000 AS BIGINT)"),
        MYSQL("(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000)"),
        H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)");

        private final String now;

        Product(String now) {
            this.now = now;
        }
    }

    /** Opens connections. */
    @FunctionalInterface
    public interface ConnectionSource {
        /** Returns a connection, which the caller closes. */
        Connection open() throws SQLException;

        /** Called before the first connection is opened. */
        default void start() throws SQLException {}

        /** Called when the repository stops. Calls that are still in flight may open further connections. */
        default void stop() throws SQLException {}
    }

    /** A unit of work. Its connection is closed afterwards. */
    @FunctionalInterface
    public interface Work<T> {
        /** Runs the work. */
        T run(Connection connection) throws SQLException;
    }

    /** Reads a row of a query. */
    @FunctionalInterface
    public interface Row<T> {
        /** Reads the current row. */
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Creates a database that is not started.
     *
     * @param connections opens a connection for each unit of work
     * @param owner the repository, for exception messages and the names of threads
     * @param failure creates the exception of the repository from a message and the failure of the database
     */
    public Database(ConnectionSource connections, String owner, BiFunction<String, Throwable, X> failure) {
        this.connections = connections;
        this.owner = owner;
        this.failure = failure;
    }

    /** Starts the source of connections, and creates the thread pool, unless that of an earlier start still exists. */
    public void start(RepositorySupport repository) throws X {
        try {
            connections.start();
        } catch (SQLException e) {
            throw failure.apply("The database of the " + owner + " cannot be opened: " + e.getMessage(), e);
        }
        if (threads == null || threads.isShutdown()) {
            threads = repository.newThreadPool("docproc " + owner);
        }
    }

    /** Stops the source of connections. */
    public void stop() throws SQLException {
        connections.stop();
    }

    /**
     * Shuts the thread pool down. A repository that is only stopped keeps it for routes that complete after its
     * component has stopped.
     */
    public void shutdown(RepositorySupport repository) {
        if (threads != null) {
            repository.shutdown(threads);
        }
    }

    /** Returns the number of rows that a statement has changed. */
    public int update(String sql, Object... parameters) throws X {
        return run(connection -> {
            try (PreparedStatement statement = prepare(connection, sql)) {
                setParameters(statement, parameters);
                return statement.executeUpdate();
            }
        });
    }

    /** Inserts a row. Returns false if there is one with its key, which another node may have inserted. */
    public boolean insert(String sql, Object... parameters) throws X {
        try {
            return update(sql, parameters) == 1;
        } catch (Exception e) {
            if (e.getCause() instanceof SQLException violation
                    && String.valueOf(violation.getSQLState()).startsWith(CONSTRAINT_VIOLATION)) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the first rows of a query. */
    public <T> List<T> query(int maxRows, String sql, Row<T> row, Object... parameters) throws X {
        return run(connection -> {
            try (PreparedStatement statement = prepare(connection, sql)) {
                statement.setMaxRows(maxRows);
                setParameters(statement, parameters);
                List<T> results = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        results.add(row.read(rows));
                    }
                }
                return results;
            }
        });
    }

    /**
     * Runs a unit of work and waits for its result. Runs it again if the database has rolled it back because of a
     * deadlock. If connections commit automatically, the work changes rows by at most one statement. After the timeout
     * the call fails; the work may still be done.
     */
    public <T> T run(Work<T> work) throws X {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                result.complete(attempt(work, deadline));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        };
        try {
            if (threads == null) {
                throw new RejectedExecutionException();
            }
            threads.execute(task);
            return result.orTimeout(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS).join();
        } catch (RejectedExecutionException e) {
            throw failure.apply("The " + owner + " is not started; start it before a call", e);
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof TimeoutException && threads instanceof ThreadPoolExecutor pool) {
                // Otherwise the queue would grow as long as no thread of the pool gets a connection.
                pool.remove(task);
            }
            throw failure.apply(
                    cause instanceof TimeoutException
                            ? "The database of the " + owner + " has not responded for " + TIMEOUT.toMillis() + " ms"
                            : "The database of the " + owner + " failed: " + cause.getMessage(),
                    cause);
        }
    }

    private Product product() throws X {
        if (product == null) {
            String name = run(connection -> connection.getMetaData().getDatabaseProductName());
            product = switch (name) {
                case "PostgreSQL" -> Product.POSTGRESQL;
                case "MySQL", "MariaDB" -> Product.MYSQL;
                case "H2" -> Product.H2;
                default ->
                    throw failure.apply(
                            "The " + owner + " does not support the database " + name
                                    + "; use PostgreSQL, MySQL, MariaDB or H2",
                            null);
            };
        }
        return product;
    }

    /**
     * Returns an SQL expression for the time of the database in milliseconds since the epoch, which is the same for all
     * nodes and in all parts of a statement.
     */
    public String now() throws X {
        return product().now;
    }

    /**
     * Requires that a commit survives a kill of the process: by default, H2 writes it to its file up to half a second
     * later.
     */
    public void requireDurableCommits() throws X {
        if (product() == Product.H2) {
            // SET WRITE_DELAY lasts only until the database closes; then the setting is still 0, and the delay is not.
            for (String delay : query(2, H2_WRITE_DELAYS, row -> row.getString(1))) {
                if (!delay.equals("0")) {
                    throw failure.apply(
                            "The H2 database of the " + owner + " has a WRITE_DELAY of " + delay
                                    + " ms; 0 is required, because a kill of the process loses the commits of this time;"
                                    + " add ;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE to the JDBC URL",
                            null);
                }
            }
        }
    }

    /**
     * Creates tables unless they exist. Another node may create them at the same time.
     *
     * @param name name of the DDL file, which is in the folder {@code META-INF/docproc/<product>} of the jar
     * @param table the last table that the file creates
     * @param create whether missing tables are created; otherwise the method fails
     */
    public void createTables(String name, String table, boolean create) throws X {
        String folder = product().name().toLowerCase(Locale.ROOT);
        String file = "META-INF/docproc/" + folder + "/" + name + ".sql";
        String probe = "SELECT * FROM " + table + " WHERE 1 = 0";
        Exception missing = failureOf(() -> query(1, probe, row -> true));
        if (missing == null) {
            return;
        }
        Exception failed = null;
        // Continues after a failure, because another node, or an earlier start, may have created a part.
        for (String statement : create ? ddl(file) : new String[0]) {
            Exception failure = failureOf(() -> update(statement));
            failed = failed == null ? failure : failed;
        }
        if (failureOf(() -> query(1, probe, row -> true)) != null) {
            Exception cause = failed == null ? missing : failed;
            throw failure.apply(
                    "The table " + table + " of the " + owner + " does not exist (" + cause.getMessage()
                            + "); run the statements of " + file + ", which is in the jar",
                    cause);
        }
    }

    private static Exception failureOf(Callable<?> action) {
        try {
            action.call();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static String[] ddl(String file) {
        try (InputStream in = Database.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(
                        "The class path does not contain " + file + "; add it to the resources of the application");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.replaceAll("(?m)^--.*", "").strip().split(";\\s*");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(STATEMENT_SECONDS);
        return statement;
    }

    private static void setParameters(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int index = 0; index < parameters.length; index++) {
            statement.setObject(index + 1, parameters[index]);
        }
    }

    private <T> T attempt(Work<T> work, long deadline) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = connections.open()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new SQLTimeoutException("the connection was available after the timeout");
                }
                int previous = limitReads(connection);
                try {
                    return committed(connection, work);
                } finally {
                    setNetworkTimeout(connection, previous);
                }
            } catch (SQLException e) {
                if (attempt == MAX_ATTEMPTS || !DEADLOCK_STATES.contains(String.valueOf(e.getSQLState()))) {
                    throw new CompletionException(e);
                }
            }
        }
    }

    /**
     * Limits the time for which a read waits for the database, because a connection whose network path fails without a
     * reset would otherwise keep its thread for ever. Returns the previous limit in milliseconds; negative if the driver
     * has no limit.
     */
    private int limitReads(Connection connection) {
        try {
            int previous = connection.getNetworkTimeout();
            int limit = (STATEMENT_SECONDS + NETWORK_SECONDS) * 1000;
            if (previous == 0 || previous > limit) {
                setNetworkTimeout(connection, limit);
                return previous;
            }
        } catch (SQLException e) {
            LOG.debug("The driver of the {} does not support a network timeout", owner, e);
        }
        return -1;
    }

    /** The executor of the driver is this thread: another one could set the timeout after the connection is closed. */
    private void setNetworkTimeout(Connection connection, int milliseconds) {
        if (milliseconds >= 0) {
            try {
                connection.setNetworkTimeout(Runnable::run, milliseconds);
            } catch (SQLException e) {
                LOG.debug("The network timeout of the {} cannot be set to {} ms", owner, milliseconds, e);
            }
        }
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.run(connection);
        }
        try {
            T result = work.run(connection);
            connection.commit();
            return result;
        } catch (Throwable e) {
            // Also after an Error: the pool may commit what is left when the connection is closed.
            connection.rollback();
            throw e;
        }
    }
}

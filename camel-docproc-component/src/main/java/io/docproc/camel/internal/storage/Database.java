/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import javax.sql.DataSource;

/**
 * Database of a repository. Each unit of work has its own connection and its own transaction, on a thread of the
 * database. On that thread, neither Spring nor JTA binds the transaction of the caller to the connection. An interrupt
 * of the caller neither reaches the JDBC driver nor ends the wait, because the caller needs the result. Thread-safe.
 *
 * @param <X> the exception of the repository
 */
public final class Database<X extends Exception> {
    /** Time after which a statement is cancelled, unless the repository has a shorter timeout. */
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    /** Default of {@link #setTimeout}. */
    public static final Duration DEFAULT_TIMEOUT = STATEMENT_TIMEOUT.multipliedBy(2);

    /** Number of statements that may still hang after their timeout. Each of them keeps a thread. */
    static final int MAX_ABANDONED = 16;

    private static final int MAX_ATTEMPTS = 10;
    /** SQL states of a transaction that is rolled back: SQL standard, PostgreSQL and Oracle. */
    private static final Set<String> DEADLOCK_STATES = Set.of("40001", "40P01", "61000");

    private final DataSource dataSource;
    private final String owner;
    private final BiFunction<String, Throwable, X> failure;
    /** Callers, including threads of the HTTP server, have no timeout of their own. */
    private volatile Duration timeout = DEFAULT_TIMEOUT;

    private final AtomicInteger abandoned = new AtomicInteger();
    private volatile Optional<ExecutorService> executor = Optional.empty();
    private volatile Optional<DatabaseProduct> product = Optional.empty();

    /** A unit of work. Its connection is closed afterwards. */
    @FunctionalInterface
    public interface Work<T> {
        /** Runs the work. */
        T run(Connection connection) throws SQLException;
    }

    /** An operation on a prepared statement. */
    @FunctionalInterface
    public interface StatementWork<T> {
        /** Runs the operation. */
        T run(PreparedStatement statement) throws SQLException;
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
     * @param dataSource the source of connections, one for each unit of work
     * @param owner the repository, for exception messages and the names of threads
     * @param failure creates the exception of the repository from a message and the failure of the database
     */
    public Database(DataSource dataSource, String owner, BiFunction<String, Throwable, X> failure) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.failure = failure;
    }

    /**
     * Sets the maximum time from a request for a connection until the result of its statement; one minute by default.
     */
    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    /** Creates the thread pool, unless the pool of an earlier start still exists. */
    public void start(RepositorySupport repository) {
        if (executor.filter(threads -> !threads.isShutdown()).isEmpty()) {
            executor = Optional.of(repository.newCachedThreadPool("docproc " + owner));
        }
    }

    /**
     * Shuts the thread pool down. A repository that is only stopped keeps it for routes that complete after its
     * component has stopped.
     */
    public void shutdown(RepositorySupport repository) {
        executor.ifPresent(repository::shutdown);
    }

    /** Returns the number of rows that a statement has changed. */
    public int update(String sql, Object... parameters) throws X {
        return execute(sql, PreparedStatement::executeUpdate, parameters);
    }

    /** Returns the first rows of a query. */
    public <T> List<T> query(int maxRows, String sql, Row<T> row, Object... parameters) throws X {
        return execute(
                sql,
                statement -> {
                    statement.setMaxRows(maxRows);
                    List<T> results = new ArrayList<>();
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            results.add(row.read(rows));
                        }
                    }
                    return results;
                },
                parameters);
    }

    /**
     * Runs a statement and waits for its result. If there is none within the timeout, the connection is aborted and the
     * statement fails: a driver without a socket timeout would wait without end.
     */
    public <T> T execute(String sql, StatementWork<T> work, Object... parameters) throws X {
        return run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setQueryTimeout(statementSeconds());
                UpdateBatch.setParameters(statement, parameters);
                return work.run(statement);
            }
        });
    }

    /**
     * Runs a statement with each of these parameters, all in one transaction, and returns the numbers of changed rows.
     */
    public int[] updateAll(String sql, List<Object[]> parameters) throws X {
        UpdateBatch batch = new UpdateBatch(sql, parameters);
        Work<int[]> work = connection -> batch.execute(connection, statementSeconds());
        return run(Transactions.withoutAutoCommit(work));
    }

    /** Returns the product of the database. */
    public DatabaseProduct product() throws X {
        if (product.isEmpty()) {
            product = Optional.of(DatabaseProduct.of(
                    run(connection -> connection.getMetaData().getDatabaseProductName())));
        }
        return product.get();
    }

    /** Runs a unit of work as {@link #run} does, but waits for its result without a timeout. */
    <T> T runWithoutTimeout(Work<T> work) throws X {
        return join(submit(Transactions.with(work)));
    }

    /**
     * Runs a unit of work in one transaction and waits for its result. Runs it again if the database has rolled it back
     * because of a deadlock. If connections commit automatically, the work changes rows by at most one statement. If
     * there is no result within the timeout, the connection is aborted and the work fails.
     */
    public <T> T run(Work<T> work) throws X {
        if (abandoned.get() >= MAX_ABANDONED) {
            throw failure(
                    "The database of the " + owner + " does not respond: " + abandoned.get()
                            + " statements still hang after their timeout; set a socket timeout for its connections",
                    null);
        }
        AbandonableWork<T> abandonable = new AbandonableWork<>(Transactions.with(work));
        CompletableFuture<T> result = submit(abandonable);
        try {
            return join(result.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } finally {
            if (!result.isDone()) {
                abandoned.incrementAndGet();
                result.whenComplete((value, e) -> abandoned.decrementAndGet());
                abandon(abandonable);
            }
        }
    }

    private void abandon(AbandonableWork<?> work) {
        work.abandon();
        try {
            executor.orElseThrow(RejectedExecutionException::new).execute(work::abort);
        } catch (RejectedExecutionException e) {
            work.abort();
        }
    }

    private <T> CompletableFuture<T> submit(Work<T> work) throws X {
        try {
            return CompletableFuture.supplyAsync(
                    () -> withConnection(work), executor.orElseThrow(RejectedExecutionException::new));
        } catch (RejectedExecutionException e) {
            throw failure("The " + owner + " is not started; start it before a call", e);
        }
    }

    private <T> T join(CompletableFuture<T> result) throws X {
        try {
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof TimeoutException
                    ? failure(
                            "The database of the " + owner + " has not responded for " + timeout.toMillis() + " ms",
                            null)
                    : failure(
                            "The database of the " + owner + " failed: "
                                    + e.getCause().getMessage(),
                            e.getCause());
        }
    }

    /** Returns the number of statements that have exceeded the timeout and still hang. */
    int hanging() {
        return abandoned.get();
    }

    private int statementSeconds() {
        Duration statement = timeout.compareTo(STATEMENT_TIMEOUT) < 0 ? timeout : STATEMENT_TIMEOUT;
        return (int) Math.max(1, statement.toSeconds());
    }

    /** Returns the exception of the repository. */
    X failure(String message, Throwable cause) {
        return failure.apply(message, cause);
    }

    private <T> T withConnection(Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = dataSource.getConnection()) {
                return work.run(connection);
            } catch (SQLException e) {
                if (attempt == MAX_ATTEMPTS || !DEADLOCK_STATES.contains(String.valueOf(e.getSQLState()))) {
                    throw new CompletionException(e);
                }
            }
        }
    }
}

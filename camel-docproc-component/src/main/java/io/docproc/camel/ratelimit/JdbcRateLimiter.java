/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.store.Database;
import io.docproc.camel.internal.store.RepositorySupport;
import io.github.bucket4j.distributed.proxy.AbstractProxyManager;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.remote.CommandResult;
import io.github.bucket4j.distributed.remote.MutableBucketEntry;
import io.github.bucket4j.distributed.remote.Request;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Rate limiter that all nodes of an account share, in the database table {@code DOCPROC_RATE_LIMIT}. The start creates
 * the table if it does not exist; the file {@code rate-limiter.sql} of the database in the folder
 * {@code META-INF/docproc} of the jar defines it. Supports PostgreSQL, MySQL, MariaDB and H2. The clock of the database
 * applies; the clocks of the nodes may differ. If the database does not respond for 5 seconds, calls fail as unsent and
 * retryable. Otherwise like {@link BucketRateLimiter}. Thread-safe.
 */
public final class JdbcRateLimiter extends RepositorySupport implements RateLimiter {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Database<RateLimiterException> database;
    private final Buckets buckets = new Buckets();
    private final BucketRateLimiter limiter;

    /**
     * Creates a rate limiter with the name "docproc".
     *
     * @param dataSource the database; each request uses one connection for a short time
     * @param requestsPerSecond maximum number of calls per second of all nodes together
     * @throws IllegalArgumentException if the number is not positive
     */
    public JdbcRateLimiter(DataSource dataSource, Double requestsPerSecond) {
        this(dataSource, requestsPerSecond, "docproc");
    }

    /**
     * Creates a rate limiter.
     *
     * @param dataSource the database; each request uses one connection for a short time
     * @param requestsPerSecond maximum number of calls per second of all nodes together
     * @param name name of the account in the table; limiters with the same name share their limit
     * @throws IllegalArgumentException if the number is not positive, or the name is blank
     */
    public JdbcRateLimiter(DataSource dataSource, Double requestsPerSecond, String name) {
        database = new Database<>(dataSource::getConnection, "rate limiter", RateLimiterException::new);
        limiter = new BucketRateLimiter(buckets, requestsPerSecond, name);
    }

    @Override
    protected void doStart() {
        // The first connection of a pool may take longer than a call waits.
        database.setTimeout(Database.DEFAULT_TIMEOUT);
        database.start(this);
        buckets.readStatement = Buckets.readStatement(database.product());
        database.createTables("rate-limiter", "DOCPROC_RATE_LIMIT", true);
        database.setTimeout(TIMEOUT);
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        return limiter.acquire(maxWait);
    }

    @Override
    public void startCooldown(Duration duration) {
        limiter.startCooldown(duration);
    }

    @Override
    public Duration cooldownRemaining() {
        return limiter.cooldownRemaining();
    }

    @Override
    public double requestsPerSecond() {
        return limiter.requestsPerSecond();
    }

    /**
     * Buckets in the table. Unlike Bucket4j's modules for databases, they use the clock of the database and no lock: a
     * query reads the state together with the clock, and an update writes it unless another node has changed it.
     */
    private final class Buckets extends AbstractProxyManager<String> {
        private static final String READ = "SELECT C.STORE_MICROS, L.BUCKET_STATE, L.VERSION"
                + " FROM (SELECT CAST(%s AS %s) AS STORE_MICROS) C LEFT JOIN DOCPROC_RATE_LIMIT L ON L.LIMIT_NAME = ?";
        private static final String INSERT =
                "INSERT INTO DOCPROC_RATE_LIMIT (BUCKET_STATE, LIMIT_NAME, VERSION) VALUES (?, ?, 0)";
        private static final String UPDATE = "UPDATE DOCPROC_RATE_LIMIT SET BUCKET_STATE = ?, VERSION = VERSION + 1"
                + " WHERE LIMIT_NAME = ? AND VERSION = ?";

        private volatile String readStatement;

        private record Row(long nanos, String state, long version) {
            static Row of(ResultSet row) throws SQLException {
                return new Row(TimeUnit.MICROSECONDS.toNanos(row.getLong(1)), row.getString(2), row.getLong(3));
            }
        }

        Buckets() {
            super(ClientSideConfig.getDefault());
        }

        static String readStatement(String product) {
            return switch (product) {
                case "PostgreSQL" -> READ.formatted("EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000000", "BIGINT");
                case "H2" -> READ.formatted("EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000", "BIGINT");
                case "MySQL", "MariaDB" ->
                    READ.formatted("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))", "SIGNED");
                default ->
                    throw new IllegalStateException("the database is " + product
                            + "; JdbcRateLimiter supports PostgreSQL, MySQL, MariaDB and H2; for another database use"
                            + " BucketRateLimiter with a ProxyManager of Bucket4j");
            };
        }

        @Override
        protected <T> CommandResult<T> execute(String key, Request<T> request) {
            if (readStatement == null) {
                throw new IllegalStateException("The rate limiter is not started; start it before a call");
            }
            while (true) {
                List<Row> rows = database.query(1, readStatement, Row::of, key);
                Row row = rows.get(0);
                MutableBucketEntry entry = new MutableBucketEntry(
                        row.state == null ? null : Base64.getDecoder().decode(row.state));
                CommandResult<T> result = request.getCommand().execute(entry, row.nanos);
                if (!entry.isStateModified()
                        || write(key, row, entry.getStateBytes(request.getBackwardCompatibilityVersion()))) {
                    return result;
                }
            }
        }

        /** Writes a state. Returns false if another node has written one since the row was read. */
        private boolean write(String key, Row row, byte[] state) {
            String text = Base64.getEncoder().encodeToString(state);
            return row.state == null
                    ? database.insert(INSERT, text, key)
                    : database.update(UPDATE, text, key, row.version) == 1;
        }

        @Override
        public void removeProxy(String key) {
            database.update("DELETE FROM DOCPROC_RATE_LIMIT WHERE LIMIT_NAME = ?", key);
        }

        @Override
        public boolean isAsyncModeSupported() {
            return false;
        }

        @Override
        protected <T> CompletableFuture<CommandResult<T>> executeAsync(String key, Request<T> request) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected CompletableFuture<Void> removeAsync(String key) {
            throw new UnsupportedOperationException();
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.storage.Database;
import io.github.bucket4j.distributed.proxy.AbstractProxyManager;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.remote.CommandResult;
import io.github.bucket4j.distributed.remote.MutableBucketEntry;
import io.github.bucket4j.distributed.remote.Request;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Buckets in a database table. A command reads the state together with the clock of the database, and writes the new
 * state unless another node has changed it: one round trip each. Works with databases for which Bucket4j has no
 * module, and needs no transaction. Thread-safe.
 */
final class JdbcBuckets extends AbstractProxyManager<String> {
    private static final String READ = "SELECT C.STORE_MICROS, L.BUCKET_STATE, L.VERSION"
            + " FROM (SELECT CAST(%s AS %s) AS STORE_MICROS) C LEFT JOIN DOCPROC_RATE_LIMIT L ON L.LIMIT_NAME = ?";
    private static final String INSERT =
            "INSERT INTO DOCPROC_RATE_LIMIT (BUCKET_STATE, LIMIT_NAME, VERSION) VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE DOCPROC_RATE_LIMIT SET BUCKET_STATE = ?, VERSION = VERSION + 1"
            + " WHERE LIMIT_NAME = ? AND VERSION = ?";
    private static final String DELETE = "DELETE FROM DOCPROC_RATE_LIMIT WHERE LIMIT_NAME = ?";
    private static final String INTEGRITY_VIOLATION = "23";

    private final Database<RateLimiterException> database;
    /** Statement that reads a bucket and the clock of the database. */
    private volatile String readStatement = "";

    /** Encoded state of a bucket at a time of the database. The state is empty if there is no such bucket. */
    private record Row(long nanos, Optional<String> state, long version) {}

    JdbcBuckets(Database<RateLimiterException> database) {
        super(ClientSideConfig.getDefault());
        this.database = database;
    }

    /** Selects the statements for the database. Fails if its clock cannot be read. */
    void selectStatements() {
        readStatement = database.run(JdbcBuckets::readStatement);
    }

    /** Creates the table if it does not exist. */
    void createTable() {
        database.createTables("rate-limiter", "DOCPROC_RATE_LIMIT", true);
    }

    /** Fails if the table does not exist. */
    void checkTable() {
        database.createTables("rate-limiter", "DOCPROC_RATE_LIMIT", false);
    }

    @Override
    protected <T> CommandResult<T> execute(String key, Request<T> request) {
        while (true) {
            Row row = read(key);
            MutableBucketEntry entry = new MutableBucketEntry(
                    row.state.map(Base64.getDecoder()::decode).orElse(null));
            CommandResult<T> result = request.getCommand().execute(entry, row.nanos);
            if (!entry.isStateModified()
                    || write(key, row, entry.getStateBytes(request.getBackwardCompatibilityVersion()))) {
                return result;
            }
        }
    }

    private Row read(String key) {
        return database.query(1, readStatement, JdbcBuckets::row, key).get(0);
    }

    private static String readStatement(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> READ.formatted("EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000000", "BIGINT");
            case "H2" -> READ.formatted("EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000", "BIGINT");
            case "MySQL", "MariaDB" ->
                READ.formatted("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))", "SIGNED");
            default ->
                throw new SQLException("the database is " + product
                        + "; JdbcRateLimiter supports PostgreSQL, MySQL, MariaDB and H2; for another database use"
                        + " DistributedRateLimiter with a ProxyManager of Bucket4j");
        };
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                TimeUnit.MICROSECONDS.toNanos(row.getLong(1)), Optional.ofNullable(row.getString(2)), row.getLong(3));
    }

    private boolean write(String key, Row row, byte[] state) {
        String text = Base64.getEncoder().encodeToString(state);
        if (row.state.isPresent()) {
            return database.update(UPDATE, text, key, row.version) == 1;
        }
        try {
            return database.update(INSERT, text, key, 0L) == 1;
        } catch (RateLimiterException e) {
            if (e.getCause() instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().startsWith(INTEGRITY_VIOLATION)) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void removeProxy(String key) {
        database.update(DELETE, key);
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.store.Database;
import io.docproc.camel.internal.store.DriverConnections;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository in a database, which several nodes may share. The tables {@code DOCPROC_RESULT}, {@code
 * DOCPROC_RESULT_CHUNK} and {@code DOCPROC_RESULT_LEASE} are created at start if they do not exist. Responses are not
 * encrypted, and anyone with access to the tables can read them. While one node makes the call of a document, the
 * others wait for its result. Thread-safe.
 *
 * <p>The repository does not join the caller's transaction, so that a rollback of the route keeps stored results.
 * It uses a connection for one statement at a time, in addition to the connections of routes. Give it its own
 * connection pool: if transactions hold all connections of a shared pool, they wait for the repository and the
 * repository waits for them.
 */
public final class JdbcResultRepository extends AbstractResultRepository {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcResultRepository.class);
    /** So small that no driver holds a whole result on the heap. */
    private static final int CHUNK = 256 * 1024;
    /** Maximum number of rows that a statement reads or renews. */
    private static final int BATCH = 100;

    private static final Duration ANY_AGE = Duration.ofDays(-36_500);
    private static final Duration MAX_LEASE_TIMEOUT = Duration.ofDays(1);
    private static final Duration DEAD_LEASE_KEPT = Duration.ofHours(1);

    /** Time of the database in the statements below. */
    private static final String NOW = "{now}";

    private static final String FIND = "SELECT CONTENT_ID, CONTENT_LENGTH FROM DOCPROC_RESULT"
            + " WHERE STATE = 'S' AND RESULT_KEY = ? AND CHANGED_AT > {now} - ? ORDER BY CHANGED_AT DESC";
    private static final String READ =
            "SELECT CONTENT FROM DOCPROC_RESULT_CHUNK WHERE CONTENT_ID = ? AND CHUNK_INDEX = ?";
    private static final String CREATE = "INSERT INTO DOCPROC_RESULT"
            + " (CONTENT_ID, RESULT_KEY, STATE, CHANGED_AT, CONTENT_LENGTH) VALUES (?, ?, 'W', {now}, 0)";
    private static final String WRITE =
            "INSERT INTO DOCPROC_RESULT_CHUNK (CONTENT_ID, CHUNK_INDEX, CONTENT) VALUES (?, ?, ?)";
    private static final String COMMIT = "UPDATE DOCPROC_RESULT SET STATE = 'S', CHANGED_AT = {now}, CONTENT_LENGTH = ?"
            + " WHERE CONTENT_ID = ? AND STATE = 'W'";
    private static final String OLD = "SELECT CONTENT_ID, CONTENT_LENGTH FROM DOCPROC_RESULT"
            + " WHERE STATE = ? AND CHANGED_AT <= {now} - ? ORDER BY CHANGED_AT";
    private static final String OF_KEY =
            "SELECT CONTENT_ID, CONTENT_LENGTH FROM DOCPROC_RESULT WHERE STATE = 'S' AND RESULT_KEY = ?";
    private static final String TOTAL = "SELECT SUM(CONTENT_LENGTH) FROM DOCPROC_RESULT WHERE STATE = 'S'";
    private static final String UNANSWERED = "SELECT CASE WHEN LAST_AT > {now} - ? THEN ATTEMPTS ELSE 0 END,"
            + " FIRST_AT, LAST_AT FROM DOCPROC_RESULT_LEASE WHERE RESULT_KEY = ?";
    /** The time of the last attempt is that which was read, so that no other node has entered one since. */
    private static final String TAKE_LEASE = "UPDATE DOCPROC_RESULT_LEASE SET OWNER = ?, EXPIRES_AT = {now} + ?"
            + " WHERE RESULT_KEY = ? AND EXPIRES_AT <= {now} AND LAST_AT = ?";

    private static final String INSERT_LEASE = "INSERT INTO DOCPROC_RESULT_LEASE"
            + " (OWNER, EXPIRES_AT, RESULT_KEY, ATTEMPTS, FIRST_AT, LAST_AT) VALUES (?, {now} + ?, ?, 0, 0, 0)";
    /** MySQL assigns the columns in this order, and each expression uses the values that are assigned before it. */
    private static final String ENTER = "UPDATE DOCPROC_RESULT_LEASE SET"
            + " FIRST_AT = CASE WHEN LAST_AT > {now} - ? THEN FIRST_AT ELSE {now} END,"
            + " ATTEMPTS = CASE WHEN LAST_AT > {now} - ? THEN ATTEMPTS + 1 ELSE 1 END,"
            + " LAST_AT = {now}, EXPIRES_AT = {now} + ?"
            + " WHERE RESULT_KEY = ? AND OWNER = ? AND EXPIRES_AT > {now}";

    private static final String ANSWERED =
            "UPDATE DOCPROC_RESULT_LEASE SET ATTEMPTS = 0, LAST_AT = 0 WHERE ATTEMPTS > 0";
    private static final String OF_THIS_KEY = " AND RESULT_KEY = ?";
    /** A lease that has expired is not revived, because another node may have found it free. */
    private static final String RENEW = "UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = {now} + ?"
            + " WHERE OWNER = ? AND EXPIRES_AT > {now} AND RESULT_KEY IN (";

    private static final String DELETE_LEASE =
            "DELETE FROM DOCPROC_RESULT_LEASE WHERE RESULT_KEY = ? AND OWNER = ? AND ATTEMPTS = 0";
    private static final String RELEASE_LEASE =
            "UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = 0 WHERE RESULT_KEY = ? AND OWNER = ?";
    private static final String IS_DEAD = " WHERE EXPIRES_AT <= {now} - ? AND LAST_AT <= {now} - ?";
    private static final String DEAD_LEASES = "SELECT RESULT_KEY FROM DOCPROC_RESULT_LEASE" + IS_DEAD;
    private static final String DELETE_DEAD_LEASE = "DELETE FROM DOCPROC_RESULT_LEASE" + IS_DEAD + OF_THIS_KEY;

    private final Database<IOException> database;
    private final String node = UUID.randomUUID().toString();
    private Duration leaseTimeout = Duration.ofMinutes(1);
    private boolean createTableIfNotExists = true;

    private record Content(String id, long length) {}

    /** Creates a repository in a database. */
    public JdbcResultRepository(DataSource dataSource) {
        this.database = new Database<>(dataSource::getConnection, "result repository", IOException::new);
    }

    /**
     * Creates a repository in the database of a JDBC URL, for example {@code jdbc:h2:./data/results}, whose driver is on
     * the class path. Each statement opens a connection. For many documents a minute, use a connection pool.
     */
    public JdbcResultRepository(String url) {
        this(url, "", "");
    }

    /** Creates a repository with a user of the database, as {@link #JdbcResultRepository(String)} does. */
    public JdbcResultRepository(String url, String user, String password) {
        this.database =
                new Database<>(new DriverConnections(url, user, password), "result repository", IOException::new);
    }

    /** Returns whether the start creates the tables and their indexes if they do not exist. */
    public boolean isCreateTableIfNotExists() {
        return createTableIfNotExists;
    }

    /**
     * Sets whether the start creates the tables and their indexes if they do not exist; by default true. If false, the
     * start fails without the tables.
     */
    public void setCreateTableIfNotExists(boolean createTableIfNotExists) {
        this.createTableIfNotExists = createTableIfNotExists;
    }

    /**
     * Sets the time for which the lease of a node that died delays the same call on other nodes, and on the same node
     * after a restart; 1 minute by default, at most 1 day. Live nodes renew their leases, so a call may take longer.
     */
    public void setLeaseTimeout(Duration leaseTimeout) {
        if (leaseTimeout.isNegative() || leaseTimeout.isZero() || leaseTimeout.compareTo(MAX_LEASE_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "leaseTimeout is " + leaseTimeout + "; allowed values are durations above 0, up to 1 day");
        }
        this.leaseTimeout = leaseTimeout;
    }

    @Override
    protected void doStart() throws Exception {
        try {
            database.start(this);
            database.now();
            database.requireDurableCommits();
            database.createTables("result-repository", "DOCPROC_RESULT_CHUNK", createTableIfNotExists);
            super.doStart();
        } catch (Exception e) {
            database.stop();
            throw e;
        }
        long renewal = Math.max(1, leaseTimeout.toMillis() / 3);
        scheduler.scheduleWithFixedDelay(this::renewLeases, renewal, renewal, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        database.stop();
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }

    private String sql(String statement) throws IOException {
        return statement.replace(NOW, database.now());
    }

    private static Content content(ResultSet row) throws SQLException {
        return new Content(row.getString(1), row.getLong(2));
    }

    @Override
    Optional<InputStream> open(ResultKey key, Duration age) throws IOException {
        return database.query(1, sql(FIND), JdbcResultRepository::content, key.value(), age.toMillis()).stream()
                .findAny()
                .map(ChunkInputStream::new);
    }

    /** Writes chunks, each in a transaction of its own. */
    @Override
    void write(ResultKey key, InputStream content, long length) throws IOException {
        String id = UUID.randomUUID().toString();
        database.update(sql(CREATE), id, key.value());
        try {
            int chunks = 0;
            for (byte[] chunk = content.readNBytes(CHUNK); chunk.length > 0; chunk = content.readNBytes(CHUNK)) {
                database.update(WRITE, id, chunks, chunk);
                chunks++;
            }
            if (database.update(sql(COMMIT), length, id) == 0) {
                throw new IOException("The result was removed while it was being written");
            }
        } catch (IOException | RuntimeException | Error e) {
            delete(id);
            throw e;
        }
    }

    @Override
    Optional<UnansweredCalls> acquireLease(ResultKey key) throws IOException {
        long duration = leaseTimeout.toMillis();
        List<UnansweredCalls> rows = database.query(
                1,
                sql(UNANSWERED),
                row -> new UnansweredCalls(
                        row.getInt(1), Instant.ofEpochMilli(row.getLong(2)), Instant.ofEpochMilli(row.getLong(3))),
                COUNTS_KEPT.toMillis(),
                key.value());
        if (rows.isEmpty()) {
            return database.insert(sql(INSERT_LEASE), node, duration, key.value())
                    ? Optional.of(UnansweredCalls.NONE)
                    : Optional.empty();
        }
        UnansweredCalls calls = rows.get(0);
        long last = calls.last().toEpochMilli();
        return database.update(sql(TAKE_LEASE), node, duration, key.value(), last) == 1
                ? Optional.of(calls)
                : Optional.empty();
    }

    /** Also renews the lease, so that it does not end while the first bytes are sent. */
    @Override
    public boolean enter(ResultKey key) throws IOException {
        long kept = COUNTS_KEPT.toMillis();
        return leased.contains(key)
                && database.update(sql(ENTER), kept, kept, leaseTimeout.toMillis(), key.value(), node) == 1;
    }

    @Override
    public void answered(ResultKey key) throws IOException {
        database.update(ANSWERED + OF_THIS_KEY, key.value());
    }

    /** Keeps the row of a lease while it has a count. */
    @Override
    public void releaseLease(ResultKey key) {
        try {
            if (database.update(DELETE_LEASE, key.value(), node) == 0) {
                database.update(RELEASE_LEASE, key.value(), node);
            }
        } catch (IOException e) {
            LOG.warn("The lease of result {} cannot be released; it expires within {}", key, leaseTimeout, e);
        } finally {
            super.releaseLease(key);
        }
    }

    /** Renews many leases by one statement, because one for each could take longer than the leases last. */
    void renewLeases() {
        List<String> keys = leased.stream().map(ResultKey::value).sorted().toList();
        try {
            for (int from = 0; from < keys.size(); from += BATCH) {
                List<String> batch = keys.subList(from, Math.min(from + BATCH, keys.size()));
                List<Object> parameters = new ArrayList<>(List.of(leaseTimeout.toMillis(), node));
                parameters.addAll(batch);
                database.update(
                        sql(RENEW) + String.join(", ", Collections.nCopies(batch.size(), "?")) + ")",
                        parameters.toArray());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("The leases of {} calls in flight cannot be renewed; this is retried", keys.size(), e);
        }
    }

    @Override
    public void delete(ResultKey key) throws IOException {
        for (Content content : database.query(Integer.MAX_VALUE, OF_KEY, JdbcResultRepository::content, key.value())) {
            delete(content.id());
        }
        answered(key);
    }

    @Override
    public void deleteAll() throws IOException {
        deleteOld("S", ANY_AGE, Long.MAX_VALUE);
        database.update(ANSWERED);
    }

    @Override
    void evict(Duration age, long maximum) throws IOException {
        deleteOld("S", age, Long.MAX_VALUE);
        deleteOld("W", ABANDONED_AFTER, Long.MAX_VALUE);
        long total = database.query(1, TOTAL, row -> row.getLong(1)).get(0);
        if (total > maximum) {
            deleteOld("S", ANY_AGE, total - maximum / 10 * 9);
        }
        deleteDeadLeases();
    }

    /** Deletes each row by its primary key, because MySQL and MariaDB lock every row that a statement reads. */
    private void deleteDeadLeases() throws IOException {
        long leaseAge = DEAD_LEASE_KEPT.toMillis();
        long countAge = COUNTS_KEPT.toMillis();
        List<String> keys;
        do {
            keys = database.query(BATCH, sql(DEAD_LEASES), row -> row.getString(1), leaseAge, countAge);
            for (String key : keys) {
                database.update(sql(DELETE_DEAD_LEASE), leaseAge, countAge, key);
            }
        } while (keys.size() == BATCH);
    }

    /** Deletes the oldest contents of a state, until enough bytes are deleted. */
    private void deleteOld(String state, Duration age, long bytes) throws IOException {
        long remaining = bytes;
        List<Content> contents;
        do {
            contents = database.query(BATCH, sql(OLD), JdbcResultRepository::content, state, age.toMillis());
            for (Content content : contents) {
                if (remaining > 0) {
                    delete(content.id());
                    remaining -= content.length();
                }
            }
        } while (remaining > 0 && !contents.isEmpty());
    }

    /** Deletes a content. Its row is deleted last, so that the next eviction completes an interrupted deletion. */
    private void delete(String id) throws IOException {
        database.update("DELETE FROM DOCPROC_RESULT_CHUNK WHERE CONTENT_ID = ?", id);
        database.update("DELETE FROM DOCPROC_RESULT WHERE CONTENT_ID = ?", id);
    }

    /** Reads chunks. Holds no connection between two reads. */
    private final class ChunkInputStream extends InputStream {
        private final String id;
        private long remaining;
        private int next;
        private InputStream chunk = InputStream.nullInputStream();

        ChunkInputStream(Content content) {
            this.id = content.id();
            this.remaining = content.length();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            if (remaining <= 0) {
                return -1;
            }
            int read = chunk.read(bytes, offset, count);
            if (read < 0) {
                byte[] content = database.query(1, READ, row -> row.getBytes(1), id, next).stream()
                        .findAny()
                        .orElseThrow(() -> new EOFException("chunk " + next + " of the content " + id + " is missing"));
                chunk = new ByteArrayInputStream(content);
                next++;
                read = chunk.read(bytes, offset, count);
            }
            remaining -= read;
            return read;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.store.Database;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
    /** Maximum number of rows that an eviction holds on the heap. */
    private static final int BATCH = 100;

    private static final Duration MAX_LEASE_TIMEOUT = Duration.ofDays(1);
    private static final Duration DEAD_LEASE_KEPT = Duration.ofHours(1);

    private static final String FIND = "SELECT CONTENT_ID, CONTENT_LENGTH FROM DOCPROC_RESULT"
            + " WHERE STATE = 'S' AND RESULT_KEY = ? AND CHANGED_AT > ? ORDER BY CHANGED_AT DESC";
    private static final String READ =
            "SELECT CONTENT FROM DOCPROC_RESULT_CHUNK WHERE CONTENT_ID = ? AND CHUNK_INDEX = ?";
    private static final String CREATE = "INSERT INTO DOCPROC_RESULT"
            + " (CONTENT_ID, RESULT_KEY, STATE, CHANGED_AT, CONTENT_LENGTH) VALUES (?, ?, 'W', ?, 0)";
    private static final String WRITE =
            "INSERT INTO DOCPROC_RESULT_CHUNK (CONTENT_ID, CHUNK_INDEX, CONTENT) VALUES (?, ?, ?)";
    private static final String COMMIT = "UPDATE DOCPROC_RESULT SET STATE = 'S', CHANGED_AT = ?, CONTENT_LENGTH = ?"
            + " WHERE CONTENT_ID = ? AND STATE = 'W'";
    private static final String OLD = "SELECT CONTENT_ID, CONTENT_LENGTH FROM DOCPROC_RESULT"
            + " WHERE STATE = ? AND CHANGED_AT <= ? ORDER BY CHANGED_AT";
    private static final String TOTAL = "SELECT SUM(CONTENT_LENGTH) FROM DOCPROC_RESULT WHERE STATE = 'S'";
    private static final String TAKE_LEASE =
            "UPDATE DOCPROC_RESULT_LEASE SET OWNER = ?, EXPIRES_AT = ? WHERE RESULT_KEY = ? AND EXPIRES_AT <= ?";
    private static final String INSERT_LEASE =
            "INSERT INTO DOCPROC_RESULT_LEASE (OWNER, EXPIRES_AT, RESULT_KEY) VALUES (?, ?, ?)";

    private final Database<IOException> database;
    private final String node = UUID.randomUUID().toString();
    private Duration leaseTimeout = Duration.ofMinutes(1);
    private boolean createTableIfNotExists = true;

    private record Content(String id, long length) {}

    /** Creates a repository in a database. */
    public JdbcResultRepository(DataSource dataSource) {
        this(dataSource, Clock.systemUTC());
    }

    JdbcResultRepository(DataSource dataSource, Clock clock) {
        super(clock);
        this.database = new Database<>(dataSource::getConnection, "result repository", IOException::new);
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
     * after a restart; 1 minute by default, at most 1 day. Live nodes renew their leases, so a call may take longer. The
     * difference between the clocks of the nodes must be much shorter than this time.
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
        database.start(this);
        database.createTables("result-repository", "DOCPROC_RESULT_CHUNK", createTableIfNotExists);
        super.doStart();
        long renewal = Math.max(1, leaseTimeout.toMillis() / 3);
        scheduler.scheduleWithFixedDelay(this::renewLeases, renewal, renewal, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }

    @Override
    Optional<InputStream> open(ResultKey key, Instant storedAfter) throws IOException {
        return database
                .query(
                        1,
                        FIND,
                        row -> new Content(row.getString(1), row.getLong(2)),
                        key.value(),
                        storedAfter.toEpochMilli())
                .stream()
                .findAny()
                .map(ChunkInputStream::new);
    }

    /** Writes chunks, each in a transaction of its own. */
    @Override
    void write(ResultKey key, InputStream content, long length) throws IOException {
        String id = UUID.randomUUID().toString();
        database.update(CREATE, id, key.value(), clock.millis());
        try {
            int chunks = 0;
            for (byte[] chunk = content.readNBytes(CHUNK); chunk.length > 0; chunk = content.readNBytes(CHUNK)) {
                database.update(WRITE, id, chunks, chunk);
                chunks++;
            }
            if (database.update(COMMIT, clock.millis(), length, id) == 0) {
                throw new IOException("The result was removed while it was being written");
            }
        } catch (IOException | RuntimeException | Error e) {
            delete(id);
            throw e;
        }
    }

    /** A lease that this process holds is not free, even if it has expired during a pause of the process. */
    @Override
    public boolean tryLease(ResultKey key) throws IOException {
        if (!super.tryLease(key)) {
            return false;
        }
        boolean acquired = false;
        try {
            long now = clock.millis();
            long until = now + leaseTimeout.toMillis();
            acquired = database.update(TAKE_LEASE, node, until, key.value(), now) == 1
                    || database.insert(INSERT_LEASE, node, until, key.value());
            return acquired;
        } finally {
            if (!acquired) {
                super.releaseLease(key);
            }
        }
    }

    @Override
    public void releaseLease(ResultKey key) {
        try {
            database.update("DELETE FROM DOCPROC_RESULT_LEASE WHERE RESULT_KEY = ? AND OWNER = ?", key.value(), node);
        } catch (IOException e) {
            LOG.warn("The lease of result {} cannot be released; it expires within {}", key, leaseTimeout, e);
        } finally {
            super.releaseLease(key);
        }
    }

    private void renewLeases() {
        for (ResultKey key : leased) {
            try {
                database.update(
                        "UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = ? WHERE RESULT_KEY = ? AND OWNER = ?",
                        clock.millis() + leaseTimeout.toMillis(),
                        key.value(),
                        node);
            } catch (IOException | RuntimeException e) {
                LOG.warn("The lease of result {} cannot be renewed; this is retried", key, e);
            }
        }
    }

    @Override
    void evict(Instant expired, Instant abandoned, long maximum) throws IOException {
        deleteOld("S", expired.toEpochMilli(), Long.MAX_VALUE);
        deleteOld("W", abandoned.toEpochMilli(), Long.MAX_VALUE);
        long total = database.query(1, TOTAL, row -> row.getLong(1)).get(0);
        if (total > maximum) {
            deleteOld("S", Long.MAX_VALUE, total - maximum / 10 * 9);
        }
        database.update(
                "DELETE FROM DOCPROC_RESULT_LEASE WHERE EXPIRES_AT < ?",
                clock.instant().minus(DEAD_LEASE_KEPT).toEpochMilli());
    }

    /** Deletes the oldest contents of a state, until enough bytes are deleted. */
    private void deleteOld(String state, long changedUntil, long bytes) throws IOException {
        long remaining = bytes;
        List<Content> contents;
        do {
            contents = database.query(
                    BATCH, OLD, row -> new Content(row.getString(1), row.getLong(2)), state, changedUntil);
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

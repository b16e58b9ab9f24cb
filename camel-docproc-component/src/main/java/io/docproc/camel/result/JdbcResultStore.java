/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Stores content in rows of at most 256 KB, so that no JDBC driver holds a whole content on the heap. The state of a
 * content is W (being written), then S (stored), then E (evicted). Its chunks are deleted later than its eviction,
 * because a caller may still read them.
 */
final class JdbcResultStore implements ResultStore {
    private static final long READING_MILLIS = 600_000;
    /** Maximum number of rows that an eviction holds on the heap. */
    private static final int BATCH = 100;

    private static final String STORED =
            "SELECT CONTENT_ID, CHANGED_AT, CONTENT_LENGTH FROM DOCPROC_RESULT WHERE STATE = 'S'";
    private static final String FIND = STORED + " AND RESULT_KEY = ? AND CHANGED_AT > ? ORDER BY CHANGED_AT DESC";
    private static final String REMOVE =
            "UPDATE DOCPROC_RESULT SET STATE = 'E', CHANGED_AT = ? WHERE RESULT_KEY = ? AND STATE = 'S'";
    private static final String SELECT_BY_AGE =
            "SELECT CONTENT_ID FROM DOCPROC_RESULT WHERE STATE = ? AND CHANGED_AT <= ? ORDER BY CHANGED_AT";
    private static final String SELECT_OLDEST = STORED + " ORDER BY CHANGED_AT";
    private static final String TOTAL = "SELECT SUM(CONTENT_LENGTH) FROM DOCPROC_RESULT WHERE STATE = 'S'";
    private static final String EVICT =
            "UPDATE DOCPROC_RESULT SET STATE = 'E', CHANGED_AT = ? WHERE CONTENT_ID = ? AND STATE <> 'E'";

    private final Database<IOException> database;

    private record Content(String id, Instant storedAt, long length) {
        static Content of(ResultSet row) throws SQLException {
            return new Content(row.getString(1), Instant.ofEpochMilli(row.getLong(2)), row.getLong(3));
        }
    }

    JdbcResultStore(Database<IOException> database) {
        this.database = database;
    }

    @Override
    public Optional<StoredResult> find(ResultKey key, Instant storedAfter) throws IOException {
        List<Content> contents = database.query(1, FIND, Content::of, key.value(), storedAfter.toEpochMilli());
        if (contents.isEmpty()) {
            return Optional.empty();
        }
        Content content = contents.get(0);
        return ContentFormat.open(
                new ChunkInputStream(database, content.id(), content.length()), content.storedAt(), content.id());
    }

    @Override
    public ContentWriter write(ResultKey key, Instant now) throws IOException {
        return new ChunkWriter(database, key, now);
    }

    @Override
    public void remove(ResultKey key, Instant now) throws IOException {
        database.update(REMOVE, now.toEpochMilli(), key.value());
    }

    @Override
    public void evict(Eviction eviction) throws IOException {
        long now = eviction.now().toEpochMilli();
        eachByAge("E", now - READING_MILLIS, id -> ChunkWriter.delete(database, id));
        eachByAge("S", eviction.expiredAt().toEpochMilli(), id -> database.update(EVICT, now, id));
        eachByAge("W", eviction.abandonedBefore().toEpochMilli(), id -> database.update(EVICT, now, id));
        evictOldest(eviction, now);
    }

    private interface Action {
        void run(String id) throws IOException;
    }

    /**
     * Runs an action for each content of a state and age. The action changes the state, so that the next query returns
     * the next rows.
     */
    private void eachByAge(String state, long changedBefore, Action action) throws IOException {
        List<String> ids = byAge(state, changedBefore);
        while (!ids.isEmpty()) {
            for (String id : ids) {
                action.run(id);
            }
            ids = byAge(state, changedBefore);
        }
    }

    private List<String> byAge(String state, long changedBefore) throws IOException {
        return database.query(BATCH, SELECT_BY_AGE, row -> row.getString(1), state, changedBefore);
    }

    private void evictOldest(Eviction eviction, long now) throws IOException {
        long total = database.query(1, TOTAL, row -> row.getLong(1)).get(0);
        long remaining = eviction.excess(total);
        while (remaining > 0) {
            List<Content> oldest = database.query(BATCH, SELECT_OLDEST, Content::of);
            if (oldest.isEmpty()) {
                return;
            }
            for (Content content : oldest) {
                if (remaining > 0) {
                    database.update(EVICT, now, content.id());
                    remaining -= content.length();
                }
            }
        }
    }
}

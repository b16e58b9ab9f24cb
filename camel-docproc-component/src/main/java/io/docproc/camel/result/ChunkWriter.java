/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;

/** Writes content to a database in chunks, each in its own transaction. */
final class ChunkWriter extends ContentWriter {
    private static final int CHUNK = 256 * 1024;

    private static final String INSERT = "INSERT INTO DOCPROC_RESULT"
            + " (CONTENT_ID, RESULT_KEY, STATE, CHANGED_AT, CONTENT_LENGTH) VALUES (?, ?, 'W', ?, 0)";
    private static final String INSERT_CHUNK =
            "INSERT INTO DOCPROC_RESULT_CHUNK (CONTENT_ID, CHUNK_INDEX, CONTENT) VALUES (?, ?, ?)";
    private static final String COMMIT = "UPDATE DOCPROC_RESULT SET STATE = 'S', CHANGED_AT = ?, CONTENT_LENGTH = ?"
            + " WHERE CONTENT_ID = ? AND STATE = 'W'";
    private static final String DELETE_CHUNKS = "DELETE FROM DOCPROC_RESULT_CHUNK WHERE CONTENT_ID = ?";
    private static final String DELETE = "DELETE FROM DOCPROC_RESULT WHERE CONTENT_ID = ?";

    private final Database<IOException> database;
    private final String id = UUID.randomUUID().toString();
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private int chunks;
    private long length;

    ChunkWriter(Database<IOException> database, ResultKey key, Instant now) throws IOException {
        this.database = database;
        database.update(INSERT, id, key.value(), now.toEpochMilli());
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int written = 0;
        while (written < count) {
            int part = Math.min(count - written, CHUNK - buffer.size());
            buffer.write(bytes, offset + written, part);
            written += part;
            if (buffer.size() == CHUNK) {
                writeChunk();
            }
        }
        length += count;
    }

    private void writeChunk() throws IOException {
        database.update(INSERT_CHUNK, id, chunks, buffer.toByteArray());
        chunks++;
        buffer.reset();
    }

    @Override
    void commit(Instant storedAt) throws IOException {
        if (buffer.size() > 0) {
            writeChunk();
        }
        if (database.update(COMMIT, storedAt.toEpochMilli(), length, id) == 0) {
            throw new IOException("The stored content " + id + " was removed while it was being written");
        }
    }

    @Override
    void discard() throws IOException {
        delete(database, id);
    }

    /** Deletes a content. Its row is deleted last, so that the next eviction completes an interrupted deletion. */
    static void delete(Database<IOException> database, String id) throws IOException {
        database.update(DELETE_CHUNKS, id);
        database.update(DELETE, id);
    }
}

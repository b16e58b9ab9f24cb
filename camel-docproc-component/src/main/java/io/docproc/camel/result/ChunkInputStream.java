/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads content from a database in chunks. Holds no connection between two reads. */
final class ChunkInputStream extends InputStream {
    private static final String SELECT =
            "SELECT CONTENT FROM DOCPROC_RESULT_CHUNK WHERE CONTENT_ID = ? AND CHUNK_INDEX = ?";

    private final Database<IOException> database;
    private final String id;
    private long remaining;
    private int next;
    private ByteArrayInputStream chunk = new ByteArrayInputStream(new byte[0]);

    ChunkInputStream(Database<IOException> database, String id, long length) {
        this.database = database;
        this.id = id;
        this.remaining = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (remaining <= 0) {
            return -1;
        }
        if (chunk.available() == 0) {
            chunk = nextChunk();
        }
        int read = chunk.read(bytes, offset, count);
        remaining -= read;
        return read;
    }

    private ByteArrayInputStream nextChunk() throws IOException {
        List<byte[]> chunks = database.query(1, SELECT, row -> row.getBytes(1), id, next);
        if (chunks.isEmpty() || chunks.get(0).length == 0) {
            throw new EOFException("Chunk " + next + " of the stored result " + id + " is missing");
        }
        next++;
        return new ByteArrayInputStream(chunks.get(0));
    }

    @Override
    public int available() {
        return chunk.available();
    }
}

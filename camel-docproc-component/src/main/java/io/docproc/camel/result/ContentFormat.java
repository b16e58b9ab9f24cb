/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binary format of stored content: a marker, the length of the metadata, the metadata as JSON, and the response body.
 */
final class ContentFormat {
    private static final Logger LOG = LoggerFactory.getLogger(ContentFormat.class);
    /** The ASCII characters "DPR" and the version 1. */
    private static final int MARKER = 0x44505201;

    private static final int MAX_METADATA = 1024 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ContentFormat() {}

    static void writeMetadata(OutputStream out, ResponseMetadata metadata) throws IOException {
        byte[] json = JSON.writeValueAsBytes(metadata);
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(MARKER);
        data.writeInt(json.length);
        data.write(json);
        data.flush();
    }

    /**
     * Opens a content. Damaged content never becomes readable, so it counts as missing, and the next commit replaces
     * it.
     *
     * @param in the content, which is closed unless the result is opened
     * @param name identifies the content in the log
     */
    static Optional<StoredResult> open(InputStream in, Instant storedAt, String name) throws IOException {
        boolean opened = false;
        try {
            StoredResult result = new StoredResult(readMetadata(in), storedAt, in);
            opened = true;
            return Optional.of(result);
        } catch (StreamCorruptedException | EOFException e) {
            LOG.warn(
                    "The stored result {} is damaged and ignored; the document is billed again: {}",
                    name,
                    e.toString());
            return Optional.empty();
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    /** Reads the metadata and leaves the stream at the first byte of the response body. */
    private static ResponseMetadata readMetadata(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int marker = data.readInt();
        int length = data.readInt();
        if (marker != MARKER || length < 0 || length > MAX_METADATA) {
            throw new StreamCorruptedException("the content has no valid header of this version");
        }
        byte[] json = new byte[length];
        data.readFully(json);
        return JSON.readValue(json, ResponseMetadata.class);
    }
}

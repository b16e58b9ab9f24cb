/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.camel.util.IOHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Response in a result repository. It is stored as a gzip stream, whose length and checksum reveal damage: JSON with the
 * status and the headers, then the body as the service sent it.
 *
 * @param httpStatus the HTTP status
 * @param requestId the request id of the service; empty if there was none
 * @param headers the HTTP headers by name, without credentials
 * @param body the body, opened for reading
 */
record StoredResponse(int httpStatus, String requestId, Map<String, String> headers, InputStream body)
        implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StoredResponse.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BUFFER = 16 * 1024;

    /**
     * Opens the stored response of a key; empty if there is none. A damaged one counts as missing, and the next one
     * replaces it.
     *
     * @throws IOException if the store fails
     */
    static Optional<StoredResponse> find(ResultRepository repository, ResultKey key) throws IOException {
        Optional<InputStream> stored = repository.find(key);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        try {
            try (InputStream in = stored.get();
                    InputStream content = new GZIPInputStream(in, BUFFER)) {
                content.transferTo(OutputStream.nullOutputStream());
            }
            Optional<InputStream> verified = repository.find(key);
            return verified.isEmpty() ? Optional.empty() : Optional.of(open(verified.get()));
        } catch (EOFException | ZipException e) {
            LOG.warn(
                    "The stored result {} is damaged and ignored; its document is billed again ({}); check the store",
                    key,
                    e.toString());
            return Optional.empty();
        }
    }

    private static StoredResponse open(InputStream in) throws IOException {
        boolean opened = false;
        try {
            DataInputStream content = new DataInputStream(new GZIPInputStream(in, BUFFER));
            JsonNode metadata = JSON.readTree(content.readUTF());
            Map<String, String> headers = new HashMap<>();
            metadata.path("headers")
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().asText()));
            opened = true;
            return new StoredResponse(
                    metadata.path("httpStatus").asInt(),
                    metadata.path("requestId").asText(),
                    headers,
                    content);
        } finally {
            if (!opened) {
                IOHelper.close(in);
            }
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    /**
     * Body of a response that is stored while it is read. If the store fails, the recording ends with a warning, and the
     * body remains readable: it was billed. Used by one thread.
     */
    static final class Recording extends InputStream {
        private final InputStream body;
        private ResultRepository.NewResult result;
        private Gzip content;

        /** Starts the recording of a response whose body is read from this stream. */
        Recording(StoredResponse response, ResultRepository repository, ResultKey key) {
            this.body = response.body();
            try {
                result = repository.create(key);
                content = new Gzip(result);
                new DataOutputStream(content)
                        .writeUTF(JSON.writeValueAsString(Map.of(
                                "httpStatus", response.httpStatus(),
                                "requestId", response.requestId(),
                                "headers", response.headers())));
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = body.read(bytes, offset, count);
            if (read > 0 && content != null) {
                try {
                    content.write(bytes, offset, read);
                } catch (IOException | RuntimeException e) {
                    failed(e);
                }
            }
            return read;
        }

        @Override
        public int available() throws IOException {
            return body.available();
        }

        /** Reads the rest of the body, and stores the response. */
        void commit() {
            try {
                transferTo(OutputStream.nullOutputStream());
                if (content != null) {
                    content.finish();
                    result.commit();
                }
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }

        /** Ends the recording, and deletes it unless it was committed. */
        void end() {
            if (content != null) {
                content.end();
                content = null;
            }
            try {
                IOHelper.close(result);
            } catch (RuntimeException e) {
                LOG.warn("A result cannot be closed, and may remain in the store", e);
            }
            result = null;
        }

        private void failed(Exception e) {
            LOG.warn(
                    "A billed result cannot be stored; it is delivered, and billed again if its document is processed"
                            + " again",
                    e);
            end();
        }
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }

        /** Frees memory. A close would write. */
        void end() {
            def.end();
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a response under a lease while a reader reads it. If the store fails, only the recording ends and the failure
 * is logged: the response was billed, so it is still delivered. Used by one thread.
 */
public final class ResponseRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseRecorder.class);
    private static final int BUFFER = 16 * 1024;

    private final ResultLease lease;
    private final InputStream body;
    private Optional<OutputStream> content;

    /**
     * Starts the recording.
     *
     * @param lease the lease under which the call is made; the caller closes it
     * @param metadata the status and headers of the response
     * @param body the body of the response
     */
    public ResponseRecorder(ResultLease lease, ResponseMetadata metadata, InputStream body) {
        this.lease = lease;
        this.body = body;
        try {
            this.content = Optional.of(lease.open(metadata));
        } catch (IOException | RuntimeException e) {
            this.content = failed(e);
        }
    }

    /** Returns the body for the reader. The reader need not read it completely. */
    public InputStream body() {
        return new RecordedBody();
    }

    /**
     * Reads the rest of the body and stores the response. Call it as soon as the response is known to be complete and
     * successful, before anything else can fail. Without it, the lease discards the recording.
     *
     * @throws IOException if the rest of the body cannot be read
     */
    public void commit() throws IOException {
        body().transferTo(OutputStream.nullOutputStream());
        if (content.isEmpty()) {
            return;
        }
        try {
            lease.commit();
        } catch (IOException | RuntimeException e) {
            content = failed(e);
        }
    }

    private void record(byte[] bytes, int offset, int count) {
        if (content.isEmpty()) {
            return;
        }
        try {
            content.get().write(bytes, offset, count);
        } catch (IOException | RuntimeException e) {
            content = failed(e);
        }
    }

    private static Optional<OutputStream> failed(Exception e) {
        LOG.warn(
                "A billed result cannot be stored; it is delivered, and billed again if its document is processed again",
                e);
        return Optional.empty();
    }

    /** Records exactly the bytes that are read, so that a later call of {@link #body()} continues after them. */
    private final class RecordedBody extends FilterInputStream {
        RecordedBody() {
            super(body);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = super.read(bytes, offset, count);
            if (read > 0) {
                record(bytes, offset, read);
            }
            return read;
        }

        @Override
        public long skip(long count) throws IOException {
            return readNBytes((int) Math.min(count, BUFFER)).length;
        }

        /**
         * Does nothing. A reader closes this stream before the rest of the body is recorded; the owner of the body
         * closes it.
         */
        @Override
        public void close() {}

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}

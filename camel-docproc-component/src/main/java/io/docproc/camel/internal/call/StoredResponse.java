/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.commons.io.function.IORunnable;
import org.apache.commons.io.input.TeeInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Response in a result repository: a gzip stream, whose length and checksum reveal damage, of JSON with the HTTP status
 * and the request id, and of the body as the service sent it.
 *
 * @param metadata the fields of the response outside of its body
 * @param body the body, opened for reading
 */
record StoredResponse(Metadata metadata, InputStream body) {
    private static final Logger LOG = LoggerFactory.getLogger(StoredResponse.class);
    private static final int BUFFER = 16 * 1024;
    private static final int HTTP_ERROR = 300;

    /**
     * The HTTP status; the request id of the service, the name of a file, and the correlation id of a job, each empty if
     * there was none.
     */
    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    record Metadata(int httpStatus, String requestId, String fileName, String correlationId) {}

    /** Returns the correlation id of the job that the response is about; empty if it has none. */
    String correlationId() {
        return Objects.requireNonNullElse(metadata.correlationId(), "");
    }

    /**
     * Opens a stored response; empty if there is none.
     *
     * @throws ZipException if the response is damaged: its document is not billed again unnoticed
     * @throws IOException if the store fails
     */
    static Optional<StoredResponse> find(ResultRepository results, ResultKey key, Supplier<SpoolingOutputStream> spools)
            throws IOException {
        Optional<InputStream> found = results.find(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        SpoolingOutputStream spool = spools.get();
        try (InputStream in = found.get();
                InputStream content = new GZIPInputStream(in, BUFFER);
                spool) {
            content.transferTo(spool);
        } catch (EOFException | ZipException e) {
            throw (IOException) new ZipException("the stored result " + key + " is damaged: " + e
                            + "; nothing was sent; check the store, and delete the result to have its document billed"
                            + " again")
                    .initCause(e);
        }
        DataInputStream verified = new DataInputStream((InputStream) spool.content());
        return Optional.of(
                new StoredResponse(ModelJson.mapper().readValue(verified.readUTF(), Metadata.class), verified));
    }

    /** Returns the answer that the reader creates from this response to a call. */
    <T> T read(ServiceCall call, ServiceResponse.Reader<T> reader) throws IOException {
        try (body) {
            return reader.read(new ServiceResponse(
                    call,
                    metadata.httpStatus(),
                    metadata.requestId(),
                    Objects.requireNonNullElse(metadata.fileName(), ""),
                    body));
        }
    }

    /**
     * Reads a response, and records it if it may be stored.
     *
     * @param correlationId the correlation id of the job that the call creates; empty if it creates none
     * @param isComplete returns whether an answer can be stored
     */
    static <T> Recorded<T> record(
            ServiceResponse response,
            String correlationId,
            ServiceResponse.Reader<T> reader,
            Predicate<T> isComplete,
            Supplier<SpoolingOutputStream> spools)
            throws IOException {
        if (response.httpStatus() >= HTTP_ERROR) {
            return new Recorded<>(reader.read(response), Optional.empty());
        }
        Recording recording = new Recording(
                spools, new Metadata(response.httpStatus(), response.requestId(), response.fileName(), correlationId));
        InputStream recorded = new TeeInputStream(response.body(), recording);
        T answer = reader.read(response.withBody(recorded));
        boolean isKept = isComplete.test(answer) && recording.complete(recorded);
        return new Recorded<>(answer, isKept ? Optional.of(recording.spool) : Optional.empty());
    }

    /**
     * An answer, and the bytes to store.
     *
     * @param answer the answer
     * @param bytes the bytes to store; empty if the response cannot be stored
     */
    record Recorded<T>(T answer, Optional<SpoolingOutputStream> bytes) {
        /** Stores the response, and returns whether it is stored. */
        boolean store(ResultRepository results, ResultKey key) {
            return bytes.filter(
                            spool -> attempt(() -> results.store(key, (InputStream) spool.content(), spool.length())))
                    .isPresent();
        }
    }

    private static boolean attempt(IORunnable step) {
        try {
            step.run();
            return true;
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn(
                    "A billed result cannot be stored; it is delivered, and may be billed again if its document is"
                            + " processed again",
                    e);
            return false;
        }
    }

    /**
     * Receives the body of a response while it is read. If this fails, also with an error such as a missing class, the
     * recording ends with a warning, and the body remains readable: it was billed. Used by one thread.
     */
    private static final class Recording extends OutputStream {
        private final SpoolingOutputStream spool;
        private OutputStream content;

        Recording(Supplier<SpoolingOutputStream> spools, Metadata metadata) {
            spool = spools.get();
            keep(() -> {
                content = new Gzip(spool);
                new DataOutputStream(content).writeUTF(ModelJson.mapper().writeValueAsString(metadata));
            });
        }

        private void keep(IORunnable step) {
            if (!attempt(step)) {
                content = null;
            }
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            if (content != null) {
                keep(() -> content.write(bytes, offset, count));
            }
        }

        /** Reads the rest of the recorded body, and returns whether all of it was recorded. */
        boolean complete(InputStream recorded) {
            keep(() -> recorded.transferTo(OutputStream.nullOutputStream()));
            if (content != null) {
                keep(content::close);
            }
            return content != null;
        }
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}

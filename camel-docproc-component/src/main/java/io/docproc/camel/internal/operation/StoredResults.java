/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.camel.util.IOHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository of a component, shared by its endpoints. Of several calls with the same key, one is made, and the
 * others wait for its result: in this process until the call completes, otherwise by polling the lease. A response is
 * stored as a gzip stream, whose length and checksum reveal damage: JSON with the status and the headers, then the body
 * as the service sent it. Thread-safe.
 */
public final class StoredResults {
    private static final Logger LOG = LoggerFactory.getLogger(StoredResults.class);
    private static final long MIN_POLL_MILLIS = 20;
    private static final long MAX_POLL_MILLIS = 1_000;
    private static final int BUFFER = 16 * 1024;

    private final Supplier<Optional<ResultRepository>> configured;
    private final Map<ResultKey, CountDownLatch> inFlight = new ConcurrentHashMap<>();
    private volatile Optional<ResultRepository> repository = Optional.empty();

    /**
     * Creates an instance that is not started.
     *
     * @param configured supplies the result repository of the component; empty if no result is stored
     */
    public StoredResults(Supplier<Optional<ResultRepository>> configured) {
        this.configured = configured;
    }

    /** Uses the repository, which is started. */
    public void start() {
        repository = configured.get();
    }

    /** Uses the repository no longer. */
    public void stop() {
        repository = Optional.empty();
    }

    /**
     * Returns the reuse of stored results for one call. Empty without a repository, and for operations whose response
     * contains no billed result.
     *
     * @param operation the operation of the call
     * @param baseUrl supplies the base URL of the service, if there is a repository
     * @param appId the App ID of the account
     * @param permits the permits of the calls in flight
     */
    public Optional<ResultReuse> reuse(
            DocprocOperation operation, Supplier<URI> baseUrl, String appId, ConcurrencyLimiter permits) {
        return repository
                .filter(results -> operation.hasReusableResult())
                .map(results -> new ResultReuse(results, this, permits, baseUrl.get(), appId));
    }

    /**
     * A response in the repository.
     *
     * @param httpStatus the HTTP status
     * @param requestId the request id of the service; empty if there was none
     * @param headers the HTTP headers by name, without credentials
     * @param body the body, opened for reading
     */
    record Stored(int httpStatus, String requestId, Map<String, String> headers, InputStream body) {}

    /**
     * Returns the stored response; or empty, and the caller then makes the call and {@link #release releases} its key.
     * Waits while another caller makes the call.
     *
     * @param beforeWait called before each wait
     * @throws IOException if the store fails; the call must not be made
     * @throws TimeoutException if the call of the other caller is still in flight after the timeout
     */
    Optional<Stored> findOrLease(ResultRepository results, ResultKey key, long timeoutMillis, Runnable beforeWait)
            throws IOException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        Optional<Stored> stored = find(results, key);
        while (stored.isEmpty()) {
            CountDownLatch other = inFlight.putIfAbsent(key, new CountDownLatch(1));
            if (other == null) {
                return lease(results, key, deadline, beforeWait);
            }
            beforeWait.run();
            if (!other.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException("another exchange has been making the same call for too long");
            }
            stored = find(results, key);
        }
        return stored;
    }

    private Optional<Stored> lease(ResultRepository results, ResultKey key, long deadline, Runnable beforeWait)
            throws IOException, InterruptedException, TimeoutException {
        boolean leased = false;
        boolean called = false;
        try {
            for (long pause = MIN_POLL_MILLIS; ; pause = Math.min(2 * pause, MAX_POLL_MILLIS)) {
                leased = results.tryLease(key);
                // Also under the lease: the previous holder may have stored the result just before.
                Optional<Stored> stored = find(results, key);
                if (leased || stored.isPresent()) {
                    called = stored.isEmpty();
                    return stored;
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new TimeoutException("another node has been making the same call for too long");
                }
                beforeWait.run();
                TimeUnit.MILLISECONDS.sleep(pause);
            }
        } finally {
            if (leased && !called) {
                releaseLease(results, key);
            }
            if (!called) {
                inFlight.remove(key).countDown();
            }
        }
    }

    /** Lets another caller make the call of a key, after this one has been made or has failed. */
    void release(ResultRepository results, ResultKey key) {
        releaseLease(results, key);
        inFlight.remove(key).countDown();
    }

    /** A failure must neither replace the result of a billed call, nor keep the callers that wait for it. */
    private static void releaseLease(ResultRepository results, ResultKey key) {
        try {
            results.releaseLease(key);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The lease of result {} cannot be released; the same call may have to wait until it expires",
                    key,
                    e);
        }
    }

    /** Opens a stored response; empty if there is none. A damaged one counts as missing, and the next one replaces it. */
    private static Optional<Stored> find(ResultRepository results, ResultKey key) throws IOException {
        Optional<InputStream> stored = results.find(key);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        try {
            try (InputStream in = stored.get();
                    InputStream content = new GZIPInputStream(in, BUFFER)) {
                content.transferTo(OutputStream.nullOutputStream());
            }
            Optional<InputStream> verified = results.find(key);
            return verified.isEmpty() ? Optional.empty() : Optional.of(open(verified.get()));
        } catch (EOFException | ZipException e) {
            LOG.warn(
                    "The stored result {} is damaged and ignored; its document is billed again ({}); check the store",
                    key,
                    e.toString());
            return Optional.empty();
        }
    }

    private static Stored open(InputStream in) throws IOException {
        try {
            DataInputStream content = new DataInputStream(new GZIPInputStream(in, BUFFER));
            JsonNode metadata = ModelJson.parse(content.readUTF());
            Map<String, String> headers = new HashMap<>();
            metadata.path("headers")
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().asText()));
            return new Stored(
                    metadata.path("httpStatus").asInt(),
                    metadata.path("requestId").asText(),
                    headers,
                    content);
        } catch (IOException | RuntimeException | Error e) {
            IOHelper.close(in);
            throw e;
        }
    }

    /**
     * Receives the body of a response while it is read, and stores it. If the store fails, the recording ends with a
     * warning, and the body remains readable: it was billed. Used by one thread.
     */
    static final class Recording extends OutputStream {
        private ResultRepository.NewResult result;
        private Gzip content;

        /** Starts the recording of a response. */
        Recording(
                ResultRepository results,
                ResultKey key,
                int httpStatus,
                String requestId,
                Map<String, String> headers) {
            try {
                result = results.create(key);
                content = new Gzip(result);
                new DataOutputStream(content)
                        .writeUTF(ModelJson.mapper()
                                .writeValueAsString(
                                        Map.of("httpStatus", httpStatus, "requestId", requestId, "headers", headers)));
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            if (content != null) {
                try {
                    content.write(bytes, offset, count);
                } catch (IOException | RuntimeException e) {
                    failed(e);
                }
            }
        }

        /** Reads the rest of the recorded body, and stores the response. */
        void commit(InputStream recorded) {
            try {
                recorded.transferTo(OutputStream.nullOutputStream());
                if (content != null) {
                    content.finish();
                    result.commit();
                }
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }

        private void failed(Exception e) {
            LOG.warn(
                    "A billed result cannot be stored; it is delivered, and billed again if its document is processed"
                            + " again",
                    e);
            close();
        }

        /** Ends the recording, and deletes it unless it was committed. */
        @Override
        public void close() {
            if (content != null) {
                content.free();
                content = null;
            }
            try {
                IOHelper.close(result);
            } catch (RuntimeException e) {
                LOG.warn("A result cannot be closed, and may remain in the store", e);
            }
            result = null;
        }
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }

        /** Frees memory. A close would write. */
        void free() {
            def.end();
        }
    }
}

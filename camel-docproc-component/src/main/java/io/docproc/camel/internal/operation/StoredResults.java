/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentReadException;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
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
import java.net.URI;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.camel.util.IOHelper;
import org.apache.commons.io.input.TeeInputStream;
import org.apache.hc.core5.net.URIBuilder;
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
    /** The deadline of the client usually ends the wait earlier. */
    private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);

    private static final int BUFFER = 16 * 1024;
    private static final Pattern CREDENTIAL_HEADER = Pattern.compile("(?i)set-cookie2?|(proxy-)?authorization"
            + "|(proxy-)?authentication-info|(www|proxy)-authenticate|x-ti-app-id|x-ti-secret-code");

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
    public Optional<Reuse> reuse(
            DocprocOperation operation, Supplier<URI> baseUrl, String appId, ConcurrencyLimiter permits) {
        return repository
                .filter(results -> operation.hasReusableResult())
                .map(results -> new Reuse(results, permits, baseUrl.get(), appId));
    }

    /**
     * Reads a document and returns its SHA-256 digest.
     *
     * @param copy receives the bytes of the document, and is closed
     * @throws DocprocDocumentException if the document cannot be read
     * @throws DocprocTransportException as unsent if the copy cannot be written
     */
    static byte[] digest(String operation, Document input, OutputStream copy) {
        MessageDigest digest = sha256();
        try (InputStream in = input.open();
                OutputStream out = new DigestOutputStream(copy, digest)) {
            in.transferTo(out);
        } catch (DocumentReadException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation, 0, e.getMessage()), e);
        } catch (IOException e) {
            throw unsent(operation, "the document cannot be copied to the spool directory: " + e.getMessage(), e);
        }
        return digest.digest();
    }

    /**
     * Reuses the stored result of an earlier call with the same document and the same request fields, or stores the
     * result of this call. A call with {@code fileUrl} has no document to compare and is always made. Used by one thread.
     */
    public final class Reuse {
        private final ResultRepository results;
        private final ConcurrencyLimiter permits;
        private final URI baseUrl;
        private final String appId;
        private final Map<String, String> fields = new HashMap<>();
        private Optional<byte[]> document = Optional.empty();
        private Optional<Stored> stored = Optional.empty();
        private boolean leased;
        private boolean waited;
        private boolean reused;

        private Reuse(ResultRepository results, ConcurrencyLimiter permits, URI baseUrl, String appId) {
            this.results = results;
            this.permits = permits;
            this.baseUrl = baseUrl;
            this.appId = appId;
        }

        /** Returns whether the result was read from the repository and no call was made. */
        public boolean isReused() {
            return reused;
        }

        /** Returns whether the call has a document, and so a key. */
        boolean isPossible() {
            return document.isPresent();
        }

        /** Adds a request field to the key. */
        void field(String name, String value) {
            fields.merge(name, value, (first, second) -> first + "\n" + second);
        }

        /** Adds the SHA-256 digest of the document to the key. */
        void document(byte[] digest) {
            document = Optional.of(digest);
        }

        /**
         * Returns the stored result, or makes the call and stores its result.
         *
         * @param settings conditions and HTTP headers of the call
         * @param isComplete returns whether a result is successful and complete, so that it can be stored
         * @throws DocprocTransportException as unsent if the repository fails before the call, or the stored result
         *     cannot be read
         */
        <T> T call(
                ServiceClient client,
                ServiceCall call,
                CallSettings settings,
                ServiceResponse.Reader<T> reader,
                Predicate<T> isComplete) {
            field("path", call.url().getRawPath());
            new URIBuilder(call.url())
                    .getQueryParams()
                    .forEach(parameter -> field("query " + parameter.getName(), parameter.getValue()));
            ResultKey key = ResultKey.of(baseUrl, appId, call.operation(), document.orElseThrow(), fields);
            try {
                client.run(call.operation(), () -> findOrLease(call.operation(), key));
                if (stored.isPresent()) {
                    settings.responseHeaders().accept(stored.get().headers());
                    T result = client.run(call.operation(), () -> read(client, call, key, reader));
                    reused = true;
                    return result;
                }
                Map<String, String> headers = new HashMap<>();
                return client.execute(
                        call,
                        settings.withResponseHeaders(headers::putAll),
                        response -> recorded(response, headers, key, reader, isComplete));
            } finally {
                stored.ifPresent(response -> IOHelper.close(response.body()));
                if (leased) {
                    releaseLease(key);
                    inFlight.remove(key).countDown();
                }
            }
        }

        /**
         * Finds the stored response, or acquires the lease for the call, which {@link #call} releases. Waits while another
         * caller makes the same call.
         *
         * @return whether the call must be made
         */
        private boolean findOrLease(String operation, ResultKey key) {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_WAIT_MILLIS);
            try {
                stored = find(results, key);
                while (stored.isEmpty() && !leased) {
                    CountDownLatch other = inFlight.putIfAbsent(key, new CountDownLatch(1));
                    if (other == null) {
                        lease(key, deadline);
                    } else {
                        releasePermit();
                        if (!other.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                            throw new TimeoutException();
                        }
                        stored = find(results, key);
                    }
                }
                return leased;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unsent(
                        operation, "the thread was interrupted while it waited for the same call of another thread", e);
            } catch (TimeoutException e) {
                throw unsent(
                        operation,
                        "the same call of another exchange has been in flight for " + MAX_WAIT_MILLIS
                                + " ms; nothing was sent, retry later",
                        e);
            } catch (IOException | RuntimeException e) {
                throw unsent(
                        operation,
                        "the result repository failed (" + e.getMessage()
                                + "), so it is unknown whether this document was billed before; nothing was sent, retry"
                                + " later",
                        e);
            } finally {
                reacquirePermit(operation);
            }
        }

        /** The dispatcher releases the permit after the call, whatever its result; so an interrupt does not end this wait. */
        private void reacquirePermit(String operation) {
            if (waited && !permits.reacquire()) {
                throw unsent(operation, "the application stops, and no permit was available", null);
            }
        }

        /** Acquires the lease. Polls it while another node has it. */
        private void lease(ResultKey key, long deadline) throws IOException, InterruptedException, TimeoutException {
            boolean acquired = false;
            try {
                for (long pause = MIN_POLL_MILLIS; ; pause = Math.min(2 * pause, MAX_POLL_MILLIS)) {
                    acquired = results.tryLease(key);
                    // Also under the lease: the previous holder may have stored the result just before.
                    stored = find(results, key);
                    if (acquired || stored.isPresent()) {
                        leased = stored.isEmpty();
                        return;
                    }
                    if (System.nanoTime() - deadline > 0) {
                        throw new TimeoutException();
                    }
                    releasePermit();
                    TimeUnit.MILLISECONDS.sleep(pause);
                }
            } finally {
                if (!leased) {
                    if (acquired) {
                        releaseLease(key);
                    }
                    inFlight.remove(key).countDown();
                }
            }
        }

        private void releasePermit() {
            if (!waited) {
                permits.release();
                waited = true;
            }
        }

        /** A failure must neither replace the result of a billed call, nor keep the callers that wait for it. */
        private void releaseLease(ResultKey key) {
            try {
                results.releaseLease(key);
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "The lease of result {} cannot be released; the same call may have to wait until it expires",
                        key,
                        e);
            }
        }

        /**
         * Reads a response and stores it if it is complete. A response with an HTTP error status is not stored; its
         * exception quotes the body as it arrived.
         */
        private <T> T recorded(
                ServiceResponse response,
                Map<String, String> headers,
                ResultKey key,
                ServiceResponse.Reader<T> reader,
                Predicate<T> isComplete)
                throws IOException {
            if (response.httpStatus() >= 300) {
                return reader.read(response);
            }
            Map<String, String> kept = new HashMap<>();
            headers.forEach((name, value) -> {
                if (!CREDENTIAL_HEADER.matcher(name).matches()) {
                    kept.put(name, response.redaction().apply(value));
                }
            });
            try (Recording recording = new Recording(results, key, response.httpStatus(), response.requestId(), kept)) {
                InputStream recorded = new TeeInputStream(response.body(), recording);
                T result = reader.read(response.withBody(recorded));
                if (isComplete.test(result)) {
                    recording.commit(recorded);
                }
                return result;
            }
        }

        private <T> T read(ServiceClient client, ServiceCall call, ResultKey key, ServiceResponse.Reader<T> reader) {
            Stored response = stored.orElseThrow();
            try {
                return reader.read(new ServiceResponse(
                        call.operation(),
                        call.method(),
                        response.httpStatus(),
                        response.requestId(),
                        response.body(),
                        client.redaction(call)));
            } catch (IOException e) {
                throw unsent(
                        call.operation(),
                        "the stored result " + key + " cannot be read (" + e.getMessage()
                                + "); nothing was sent, retry later",
                        e);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DocprocTransportException unsent(String operation, String reason, Exception cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    /**
     * A response in the repository.
     *
     * @param httpStatus the HTTP status
     * @param requestId the request id of the service; empty if there was none
     * @param headers the HTTP headers by name, without credentials
     * @param body the body, opened for reading
     */
    private record Stored(int httpStatus, String requestId, Map<String, String> headers, InputStream body) {}

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
     * Receives the body of a response while it is read, and stores it. If the store fails, also with an error such as a
     * missing class, the recording ends with a warning, and the body remains readable: it was billed. Used by one thread.
     */
    private static final class Recording extends OutputStream {
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
            } catch (IOException | RuntimeException | Error e) {
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
                } catch (IOException | RuntimeException | Error e) {
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
            } catch (IOException | RuntimeException | Error e) {
                failed(e);
            }
        }

        private void failed(Throwable e) {
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
            } catch (RuntimeException | Error e) {
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

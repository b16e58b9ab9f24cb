/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentReadException;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.Credentials;
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
import org.apache.commons.io.function.IORunnable;
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
    /** End of the exception message for a result that is to be stored without a repository. */
    public static final String REPOSITORY_MISSING = " is true, but the component has no resultRepository; set"
            + " resultRepository on the component, or remove storeResult";

    private static final Logger LOG = LoggerFactory.getLogger(StoredResults.class);
    private static final long MIN_POLL_MILLIS = 20;
    private static final long MAX_POLL_MILLIS = 1_000;
    /** The deadline of the client usually ends the wait earlier. */
    private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);

    private static final int BUFFER = 16 * 1024;
    private static final Pattern CREDENTIAL_HEADER = Pattern.compile("(?i)set-cookie2?|(proxy-)?authorization"
            + "|(proxy-)?authentication-info|(www|proxy)-authenticate|x-ti-app-id|x-ti-secret-code");

    private final ResultRepository results;
    private final Map<ResultKey, CountDownLatch> inFlight = new ConcurrentHashMap<>();

    /** @param results the result repository of the component, which is started */
    public StoredResults(ResultRepository results) {
        this.results = results;
    }

    /**
     * Returns the reuse of stored results for one call.
     *
     * @param baseUrl the base URL of the service
     * @param appId the App ID of the account
     * @param permits the permits of the calls in flight
     */
    public Reuse reuse(URI baseUrl, String appId, CallDispatcher permits) {
        return new Reuse(baseUrl, appId, permits);
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
        private final URI baseUrl;
        private final String appId;
        private final CallDispatcher permits;
        private final Map<String, String> fields = new HashMap<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private byte[] document;
        private boolean leased;
        private boolean waited;
        private boolean reused;

        private Reuse(URI baseUrl, String appId, CallDispatcher permits) {
            this.baseUrl = baseUrl;
            this.appId = appId;
            this.permits = permits;
        }

        /** Returns whether the result was read from the repository and no call was made. */
        public boolean isReused() {
            return reused;
        }

        /** Returns whether the call has a document, and so a key. */
        boolean isPossible() {
            return document != null;
        }

        /** Adds a request field to the key. */
        void field(String name, String value) {
            fields.merge(name, value, (first, second) -> first + "\n" + second);
        }

        /** Adds the SHA-256 digest of the document to the key. */
        void document(byte[] digest) {
            document = digest;
        }

        /**
         * Returns the stored result, or makes the call and stores its result.
         *
         * @param settings conditions and HTTP headers of the call
         * @param isComplete returns whether a result is successful and complete, so that it can be stored
         * @param spools opens storage for a stored response
         * @throws DocprocTransportException as unsent if the repository fails before the call, or the stored result
         *     cannot be read
         */
        <T> T call(
                ServiceClient client,
                ServiceCall call,
                CallSettings settings,
                ServiceResponse.Reader<T> reader,
                Predicate<T> isComplete,
                Supplier<SpoolingOutputStream> spools) {
            field("path", call.url().getRawPath());
            new URIBuilder(call.url())
                    .getQueryParams()
                    .forEach(parameter -> field("query " + parameter.getName(), parameter.getValue()));
            settings.headers().entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(Credentials.ENTERPRISE_HEADER))
                    .forEach(header -> field("enterprise", header.getValue()));
            ResultKey key = ResultKey.of(baseUrl, appId, call.operation(), document, fields);
            try {
                Stored stored = client.run(call.operation(), () -> findOrLease(call.operation(), key, spools));
                if (stored != null) {
                    settings.responseHeaders().accept(stored.metadata().headers());
                    T result = client.run(call.operation(), () -> read(client, call, key, stored, reader));
                    reused = true;
                    return result;
                }
                Map<String, String> headers = new HashMap<>();
                return client.execute(
                        call,
                        settings.withResponseHeaders(headers::putAll),
                        response -> recorded(response, headers, key, reader, isComplete, spools));
            } finally {
                release(key);
            }
        }

        /**
         * Finds the stored response, or acquires the lease for the call, which {@link #call} releases. Waits while another
         * caller makes the same call: of the callers of this process, one polls the lease of another node.
         *
         * @return the stored response; null if the call must be made
         */
        private Stored findOrLease(String operation, ResultKey key, Supplier<SpoolingOutputStream> spools) {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_WAIT_MILLIS);
            long poll = MIN_POLL_MILLIS;
            try {
                Stored stored = find(key, spools);
                while (stored == null && !leased) {
                    CountDownLatch first = inFlight.putIfAbsent(key, ended);
                    boolean isFirst = first == null || first == ended;
                    if (isFirst) {
                        leased = results.tryLease(key);
                        // Also under the lease: the previous holder may have stored the result just before.
                        stored = find(key, spools);
                    }
                    long remaining = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                    if (stored == null && !leased) {
                        releasePermit();
                        boolean isOver =
                                (isFirst ? ended : first).await(isFirst ? poll : remaining, TimeUnit.MILLISECONDS);
                        if (!isOver && (!isFirst || remaining < 0)) {
                            throw new TimeoutException();
                        }
                        stored = isOver ? find(key, spools) : null;
                        poll = Math.min(2 * poll, MAX_POLL_MILLIS);
                    }
                }
                return stored;
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

        private void releasePermit() {
            if (!waited) {
                permits.release();
                waited = true;
            }
        }

        /** The dispatcher releases the permit after the call, whatever its result; so an interrupt does not end this wait. */
        private void reacquirePermit(String operation) {
            if (waited && !permits.reacquire()) {
                throw unsent(operation, "the application stops, and no permit was available", null);
            }
        }

        /** A failure must neither replace the result of a billed call, nor keep the callers that wait for it. */
        private void release(ResultKey key) {
            try {
                if (leased) {
                    results.releaseLease(key);
                }
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "The lease of result {} cannot be released; the same call may have to wait until it expires",
                        key,
                        e);
            } finally {
                inFlight.remove(key, ended);
                ended.countDown();
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
                Predicate<T> isComplete,
                Supplier<SpoolingOutputStream> spools)
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
            try (Recording recording =
                    new Recording(spools, new Metadata(response.httpStatus(), response.requestId(), kept))) {
                InputStream recorded = new TeeInputStream(response.body(), recording);
                T result = reader.read(response.withBody(recorded));
                if (isComplete.test(result)) {
                    recording.store(recorded, results, key);
                }
                return result;
            }
        }

        private <T> T read(
                ServiceClient client,
                ServiceCall call,
                ResultKey key,
                Stored stored,
                ServiceResponse.Reader<T> reader) {
            try (InputStream body = stored.body()) {
                return reader.read(new ServiceResponse(
                        call.operation(),
                        call.method(),
                        stored.metadata().httpStatus(),
                        stored.metadata().requestId(),
                        body,
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

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DocprocTransportException unsent(String operation, String reason, Exception cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    /** The HTTP status, the request id of the service, empty if there was none, and the HTTP headers without credentials. */
    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    record Metadata(int httpStatus, String requestId, Map<String, String> headers) {}

    /** A response in the repository, with its body opened for reading. */
    private record Stored(Metadata metadata, InputStream body) {}

    /** Opens a stored response; null if there is none. A damaged one counts as missing, and the next one replaces it. */
    private Stored find(ResultKey key, Supplier<SpoolingOutputStream> spools) throws IOException {
        Optional<InputStream> found = results.find(key);
        if (found.isEmpty()) {
            return null;
        }
        SpoolingOutputStream spool = spools.get();
        try (InputStream in = found.get();
                InputStream content = new GZIPInputStream(in, BUFFER);
                spool) {
            content.transferTo(spool);
        } catch (EOFException | ZipException e) {
            LOG.warn(
                    "The stored result {} is damaged and ignored; its document is billed again ({}); check the store",
                    key,
                    e.toString());
            return null;
        }
        DataInputStream verified = new DataInputStream((InputStream) spool.content());
        return new Stored(ModelJson.mapper().readValue(verified.readUTF(), Metadata.class), verified);
    }

    /**
     * Receives the body of a response while it is read, and stores it. If this fails, also with an error such as a
     * missing class, the recording ends with a warning, and the body remains readable: it was billed. Used by one thread.
     */
    private static final class Recording extends OutputStream {
        private final SpoolingOutputStream spool;
        private OutputStream content;

        /** Starts the recording of a response. */
        Recording(Supplier<SpoolingOutputStream> spools, Metadata metadata) {
            spool = spools.get();
            attempt(() -> {
                content = new Gzip(spool);
                new DataOutputStream(content).writeUTF(ModelJson.mapper().writeValueAsString(metadata));
            });
        }

        private void attempt(IORunnable step) {
            try {
                step.run();
            } catch (IOException | RuntimeException | Error e) {
                LOG.warn(
                        "A billed result cannot be stored; it is delivered, and billed again if its document is processed"
                                + " again",
                        e);
                close();
            }
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            if (content != null) {
                attempt(() -> content.write(bytes, offset, count));
            }
        }

        /** Reads the rest of the recorded body, and stores the response. */
        void store(InputStream recorded, ResultRepository results, ResultKey key) {
            attempt(() -> {
                recorded.transferTo(OutputStream.nullOutputStream());
                if (content != null) {
                    content.close();
                    results.store(key, (InputStream) spool.content(), spool.length());
                }
            });
        }

        @Override
        public void close() {
            content = null;
        }
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}

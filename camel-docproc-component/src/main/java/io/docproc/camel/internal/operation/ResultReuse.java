/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

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
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.camel.util.IOHelper;
import org.apache.commons.io.input.TeeInputStream;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Reuses the stored result of an earlier call with the same document and the same request fields, or stores the result
 * of this call. A call with {@code fileUrl} has no document to compare and is always made. Used by one thread.
 */
public final class ResultReuse {

    /** The deadline of the client usually ends the wait earlier. */
    private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);

    private static final Pattern CREDENTIAL_HEADER = Pattern.compile("(?i)set-cookie2?|(proxy-)?authorization"
            + "|(proxy-)?authentication-info|(www|proxy)-authenticate|x-ti-app-id|x-ti-secret-code");

    private final ResultRepository repository;
    private final StoredResults results;
    private final ConcurrencyLimiter permits;
    private final URI baseUrl;
    private final String appId;
    private final Map<String, String> fields = new HashMap<>();
    private Optional<byte[]> document = Optional.empty();
    private StoredResults.Stored stored;
    private boolean leased;
    private boolean waited;
    private boolean reused;

    /**
     * Creates the reuse for one call.
     *
     * @param repository stores the results
     * @param results coordinates calls with the same key
     * @param permits the call holds a permit, except while it waits for an equal call
     * @param baseUrl base URL of the service
     * @param appId app id of the account
     */
    ResultReuse(
            ResultRepository repository, StoredResults results, ConcurrencyLimiter permits, URI baseUrl, String appId) {
        this.repository = repository;
        this.permits = permits;
        this.results = results;
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

    /**
     * Reads a document and adds its SHA-256 digest to the key.
     *
     * @param copy receives the bytes of the document, and is closed
     * @throws DocprocDocumentException if the document cannot be read
     * @throws DocprocTransportException as unsent if the copy cannot be written
     */
    void document(String operation, Document input, OutputStream copy) {
        MessageDigest digest = sha256();
        try (InputStream in = input.open();
                OutputStream out = new DigestOutputStream(copy, digest)) {
            in.transferTo(out);
        } catch (DocumentReadException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation, 0, e.getMessage()), e);
        } catch (IOException e) {
            throw unsent(operation, "the document cannot be copied to the spool directory: " + e.getMessage(), e);
        }
        document = Optional.of(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the stored result, or makes the call and stores its result.
     *
     * @param settings conditions and HTTP headers of the call
     * @param isComplete returns whether a result is successful and complete, so that it can be stored
     * @throws DocprocTransportException as unsent if the repository fails before the call, or the stored result cannot
     *     be read
     */
    <T> T call(
            ServiceClient client,
            ServiceCall call,
            CallSettings settings,
            ServiceResponse.Reader<T> reader,
            Predicate<T> isComplete) {
        ResultKey key = key(call);
        try {
            client.run(call.operation(), () -> findOrLease(call.operation(), key));
            if (!leased) {
                settings.responseHeaders().accept(stored.headers());
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
            if (stored != null) {
                IOHelper.close(stored.body());
            }
            if (leased) {
                results.release(repository, key);
            }
        }
    }

    private ResultKey key(ServiceCall call) {
        field("path", call.url().getRawPath());
        new URIBuilder(call.url())
                .getQueryParams()
                .forEach(parameter -> field("query " + parameter.getName(), parameter.getValue()));
        return ResultKey.of(baseUrl, appId, call.operation(), document.orElseThrow(), fields);
    }

    /** Finds the stored result, or acquires the lease for the call. */
    private boolean findOrLease(String operation, ResultKey key) {
        try {
            stored = results.findOrLease(repository, key, MAX_WAIT_MILLIS, this::releasePermit)
                    .orElse(null);
            leased = stored == null;
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
            if (waited) {
                acquirePermit(operation);
            }
        }
    }

    private void releasePermit() {
        if (!waited) {
            permits.release();
            waited = true;
        }
    }

    /** The dispatcher releases the permit after the call, whatever its result; so an interrupt does not end this wait. */
    private void acquirePermit(String operation) {
        if (!permits.reacquire()) {
            throw unsent(operation, "the application stops, and no permit was available", null);
        }
    }

    /**
     * Reads a response and stores it if it is complete. A response with an HTTP error status is not stored; its exception
     * quotes the body as it arrived.
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
        try (StoredResults.Recording recording =
                new StoredResults.Recording(repository, key, response.httpStatus(), response.requestId(), kept)) {
            InputStream recorded = new TeeInputStream(response.body(), recording);
            T result = reader.read(response.withBody(recorded));
            if (isComplete.test(result)) {
                recording.commit(recorded);
            }
            return result;
        }
    }

    private <T> T read(ServiceClient client, ServiceCall call, ResultKey key, ServiceResponse.Reader<T> reader) {
        try {
            return reader.read(new ServiceResponse(
                    call.operation(),
                    call.method(),
                    stored.httpStatus(),
                    stored.requestId(),
                    stored.body(),
                    client.redaction(call)));
        } catch (IOException e) {
            throw unsent(
                    call.operation(),
                    "the stored result " + key + " cannot be read (" + e.getMessage()
                            + "); nothing was sent, retry later",
                    e);
        }
    }

    private static DocprocTransportException unsent(String operation, String reason, Exception cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }
}

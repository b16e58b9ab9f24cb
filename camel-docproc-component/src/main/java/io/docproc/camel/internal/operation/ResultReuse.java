/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentReadException;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.ResponseHandler;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.result.Reservation;
import io.docproc.camel.result.ResponseMetadata;
import io.docproc.camel.result.ResponseRecorder;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultLease;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.result.SingleFlight;
import io.docproc.camel.result.StoredResult;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.camel.util.IOHelper;
import org.apache.hc.core5.net.URIBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reuses the stored result of an earlier call with the same document and the same request fields, or stores the result
 * of this call. A call with {@code fileUrl} has no document to compare and is always made. Used by one thread.
 */
public final class ResultReuse {
    private static final Logger LOG = LoggerFactory.getLogger(ResultReuse.class);

    /** Effectively unlimited: the deadline of the client ends the wait earlier. */
    private static final Duration MAX_WAIT = Duration.ofDays(365);

    private static final Set<String> CREDENTIAL_HEADERS = Set.of(
            "set-cookie",
            "set-cookie2",
            "authorization",
            "authentication-info",
            "proxy-authorization",
            "proxy-authentication-info",
            "www-authenticate",
            "proxy-authenticate",
            "x-ti-app-id",
            "x-ti-secret-code");

    private final ResultRepository repository;
    private final SingleFlight calls;
    private final ResultKey.Builder keyBuilder;
    private Optional<Reservation> reservation = Optional.empty();
    private boolean hasDocument;
    private boolean reused;

    /**
     * Creates the reuse for one call.
     *
     * @param repository stores the results
     * @param calls coordinates calls with the same key
     * @param keyBuilder builder with the account and the operation set
     */
    public ResultReuse(ResultRepository repository, SingleFlight calls, ResultKey.Builder keyBuilder) {
        this.repository = repository;
        this.calls = calls;
        this.keyBuilder = keyBuilder;
    }

    /** Returns whether the result was read from the repository and no call was made. */
    public boolean isReused() {
        return reused;
    }

    /** Returns whether the call has a document, and so a key. */
    boolean isPossible() {
        return hasDocument;
    }

    /** Adds a request field to the key. */
    void field(String name, Supplier<String> value) {
        keyBuilder.field(name, value.get());
    }

    /**
     * Reads a document and adds its SHA-256 digest to the key.
     *
     * @param copy receives the bytes of the document, and is closed
     * @throws DocprocDocumentException if the document cannot be read
     * @throws DocprocTransportException as unsent if the copy cannot be written
     */
    void document(String operation, Document document, OutputStream copy) {
        MessageDigest digest = sha256();
        try (InputStream in = document.open();
                OutputStream out = new DigestOutputStream(copy, digest)) {
            in.transferTo(out);
        } catch (DocumentReadException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation, 0, e.getMessage()), e);
        } catch (IOException e) {
            throw unsent(operation, "the document cannot be copied to the spool directory: " + e.getMessage(), e);
        }
        keyBuilder.document(digest.digest());
        hasDocument = true;
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
            ResponseHandler<T> reader,
            Predicate<T> isComplete) {
        ResultKey key = key(call);
        try {
            Reservation reserved = client.run(call.operation(), () -> reserve(call.operation(), key));
            if (reserved.lease().isPresent()) {
                ResultLease lease = reserved.lease().get();
                Map<String, String> headers = new HashMap<>();
                return client.execute(
                        call,
                        settings.withResponseHeaders(headers::putAll),
                        response -> recorded(response, headers, lease, reader, isComplete));
            }
            StoredResult content = reserved.result().orElseThrow();
            settings.responseHeaders().accept(content.metadata().headers());
            return stored(client, call, key, content, reader);
        } finally {
            reservation.ifPresent(IOHelper::close);
        }
    }

    private ResultKey key(ServiceCall call) {
        keyBuilder.field("path", call.url().getRawPath());
        new URIBuilder(call.url())
                .getQueryParams()
                .forEach(parameter -> keyBuilder.field("query " + parameter.getName(), parameter.getValue()));
        return keyBuilder.build();
    }

    private Reservation reserve(String operation, ResultKey key) {
        try {
            Reservation reserved = calls.reserve(key, MAX_WAIT);
            reservation = Optional.of(reserved);
            return reserved;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unsent(
                    operation, "the thread was interrupted while it waited for the same call of another thread", e);
        } catch (IOException | TimeoutException | RuntimeException e) {
            throw unsent(
                    operation,
                    "the result repository failed (" + e.getMessage()
                            + "), so it is unknown whether this document was billed before; nothing was sent, retry"
                            + " later",
                    e);
        }
    }

    /**
     * Reads a response and records it. A response with an HTTP error status is not recorded; its exception quotes the
     * body as it arrived.
     */
    private static <T> T recorded(
            ServiceResponse response,
            Map<String, String> headers,
            ResultLease lease,
            ResponseHandler<T> reader,
            Predicate<T> isComplete)
            throws IOException {
        if (response.httpStatus() >= 300) {
            return reader.read(response);
        }
        ResponseRecorder recorder = new ResponseRecorder(lease, metadata(response, headers), response.body());
        T result = reader.read(response.withBody(recorder.body()));
        if (isComplete.test(result)) {
            try {
                recorder.commit();
            } catch (IOException e) {
                LOG.warn(
                        "A billed result of docproc:{} is not stored; the same call is billed again",
                        response.operation(),
                        e);
            }
        }
        return result;
    }

    private static ResponseMetadata metadata(ServiceResponse response, Map<String, String> headers) {
        Map<String, String> stored = new HashMap<>();
        headers.forEach((name, value) -> {
            if (!CREDENTIAL_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                stored.put(name, response.redaction().apply(value));
            }
        });
        return new ResponseMetadata(response.httpStatus(), response.requestId(), stored);
    }

    private <T> T stored(
            ServiceClient client, ServiceCall call, ResultKey key, StoredResult content, ResponseHandler<T> reader) {
        try {
            T read = client.run(call.operation(), () -> read(client, call, content, reader));
            reused = true;
            return read;
        } catch (UncheckedIOException e) {
            throw unreadable(call.operation(), key, e.getCause());
        }
    }

    private static <T> T read(ServiceClient client, ServiceCall call, StoredResult content, ResponseHandler<T> reader) {
        ResponseMetadata metadata = content.metadata();
        ServiceResponse response = new ServiceResponse(
                call.operation(),
                call.method(),
                metadata.httpStatus(),
                metadata.requestId(),
                content.content(),
                client.redaction(call));
        try {
            return reader.read(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Removes a damaged result, which never becomes readable. After any other failure the result is kept, because the
     * failure may be temporary.
     */
    private DocprocTransportException unreadable(String operation, ResultKey key, IOException cause) {
        boolean damaged = cause instanceof JsonProcessingException
                || cause instanceof EOFException
                || cause instanceof StreamCorruptedException;
        if (damaged) {
            try {
                repository.remove(key);
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
        String reason = damaged ? "is damaged and was removed" : "cannot be read";
        return unsent(
                operation,
                "the stored result " + key + " " + reason + " (" + cause.getMessage()
                        + "); nothing was sent, retry later",
                cause);
    }

    private static DocprocTransportException unsent(String operation, String reason, Exception cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }
}

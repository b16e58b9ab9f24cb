/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.io.IOException;
import java.util.Optional;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/**
 * The transmission of one call's request. Acquires the rate-limit permit when everything else is ready, and records
 * whether anything was sent. The HTTP context of the request passes it to {@link ServiceRequestExecutor}. Not
 * thread-safe.
 */
final class Transmission implements AutoCloseable {
    private static final String ATTRIBUTE = Transmission.class.getName();
    private final CancellableCall call;
    private final AccountRateLimit rateLimit;
    private final CallSettings settings;
    private final Optional<HttpEntity> body;
    private final Optional<DocumentEntity> document;
    private Optional<EarlyResponse> earlyResponse = Optional.empty();
    private Optional<Permit> permit = Optional.empty();
    private boolean waited;
    private boolean started;

    Transmission(CancellableCall call, AccountRateLimit rateLimit, CallSettings settings, Optional<HttpEntity> body) {
        this.call = call;
        this.rateLimit = rateLimit;
        this.settings = settings;
        this.body = body.map(content -> new UploadEntity(content, () -> earlyResponse));
        this.document = body.filter(DocumentEntity.class::isInstance).map(DocumentEntity.class::cast);
    }

    /** Returns the body to send. */
    Optional<HttpEntity> body() {
        return body;
    }

    void attachTo(HttpContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }

    /** Returns the transmission attached to the context; empty for requests to a proxy. */
    static Optional<Transmission> of(HttpContext context) {
        return Optional.ofNullable((Transmission) context.getAttribute(ATTRIBUTE));
    }

    /** Reads the first bytes of the document, then waits for the permit. */
    void prepare() throws IOException {
        document.ifPresent(DocumentEntity::prefetch);
        waited = permit.isEmpty() || !rateLimit.cooldownRemaining().isZero();
        if (waited) {
            releasePermit();
            permit = Optional.of(call.awaitPermit(rateLimit, settings.maxWait().get()));
            settings.precondition().run();
        }
    }

    /**
     * Requires that the server has not closed the connection. The permit is kept otherwise.
     *
     * @param connection the connection of the pool
     * @param limited reads from the same socket
     * @throws StaleConnectionException if the server closed the connection while it was idle
     * @throws ConnectionClosedException if the server closes each new connection
     */
    void requireOpen(HttpClientConnection connection, HttpClientConnection limited) throws IOException {
        if (isUnusable(limited)) {
            EndpointDetails details = connection.getEndpointDetails();
            boolean isNew = details != null && details.getRequestCount() == 0;
            throw isNew && !waited
                    ? new ConnectionClosedException("the server closed a new connection before anything was sent;"
                            + " nothing was sent; check baseUrl, and the proxy or firewall in between")
                    : new StaleConnectionException();
        }
    }

    /** Returns whether the server closed the connection, or sent a response that no request has asked for. */
    private static boolean isUnusable(HttpClientConnection connection) throws IOException {
        return connection.isStale() || connection.isDataAvailable(Timeout.ONE_MILLISECOND);
    }

    /** Records that sending starts. From now on, the request may have reached the service. */
    void start() {
        started = true;
    }

    /** Records that the first bytes have been sent. */
    void sent() {
        permit.ifPresent(Permit::sent);
        permit = Optional.empty();
    }

    /** Starts to monitor the connection for a response that arrives during the upload. */
    EarlyResponse monitorUpload(HttpClientConnection connection) {
        EarlyResponse early = new EarlyResponse(connection);
        earlyResponse = Optional.of(early);
        return early;
    }

    boolean started() {
        return started;
    }

    @Override
    public void close() {
        releasePermit();
        document.ifPresent(DocumentEntity::discard);
    }

    /** Releases the permit, or marks it as used if the first byte may have been sent. */
    private void releasePermit() {
        permit.ifPresent(started ? Permit::sent : Permit::release);
        permit = Optional.empty();
    }

    /** The server closed the connection while it was idle, or while the call waited for its permit. */
    static final class StaleConnectionException extends IOException {
        private static final long serialVersionUID = 1L;

        private StaleConnectionException() {
            super("the server closed the idle connection");
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.ratelimit.AccountRateLimit;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Executes calls with the account's credentials and maps every failure to one {@link DocprocException}. Blocks the
 * calling thread. Retries nothing and follows no redirect. Thread-safe.
 */
public final class ServiceClient {
    private final Supplier<HttpClientLease> leases;
    private final HttpClientLease lease;
    private final Credentials credentials;
    private final AccountRateLimit rateLimit;
    private final CallDeadline limit;
    private final Set<CancellableCall> running = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * @param leases leases the HTTP client: once until {@link #release()}, and for each call
     * @param credentials sent with every call
     * @param rateLimit grants the permit of each call
     * @param limit the limit on a call from its permit to the last byte of its response. It also limits each of the
     *     preceding steps: reading ahead, and connecting together with prefetching the document
     */
    public ServiceClient(
            Supplier<HttpClientLease> leases, Credentials credentials, AccountRateLimit rateLimit, CallDeadline limit) {
        this.leases = leases;
        this.lease = leases.get();
        this.credentials = credentials;
        this.rateLimit = rateLimit;
        this.limit = limit;
    }

    /** Releases the HTTP client. Calls in flight complete. Later calls each lease the client themselves. */
    public void release() {
        lease.close();
    }

    /**
     * Starts the cooldown of the account, because the service has refused a call for its rate limit. It delays all
     * calls of the account that have not been sent.
     */
    public void startCooldown() {
        rateLimit.startCooldown();
    }

    /** Cancels the calls in flight and rejects further calls. */
    public void stop() {
        stopped = true;
        running.forEach(CancellableCall::stop);
        release();
    }

    /** Returns whether the client was stopped and rejects calls. */
    public boolean isStopped() {
        return stopped;
    }

    /**
     * Reads data before the call is sent, for example to check a document. The time limit of a call applies. A read
     * that blocks is interrupted when the limit expires or the client stops.
     *
     * @throws DocprocTransportException if the limit expires, or the client is stopped
     */
    public <T> T readAhead(String operation, Supplier<T> reading) {
        CancellableCall current = new CancellableCall(() -> {}, limit);
        running.add(current);
        try (current) {
            begin(current, operation);
            T read = readUnlessCancelled(current, operation, reading);
            requireNotCancelled(current, operation, null);
            return read;
        } finally {
            running.remove(current);
        }
    }

    private static <T> T readUnlessCancelled(CancellableCall call, String operation, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            requireNotCancelled(call, operation, e);
            throw e;
        }
    }

    /** Returns the redaction that masks the secrets of a call and the Secret Code. */
    public Redaction redaction(ServiceCall call) {
        return call.redaction().and(credentials.secretCode());
    }

    /**
     * Makes a call without conditions and reads its response.
     *
     * @throws DocprocException if there is no response, if it is not the service's, or if the reader throws one
     */
    public <T> T execute(ServiceCall call, ResponseHandler<T> reader) {
        return execute(call, SendConditions.NONE, reader);
    }

    /**
     * Makes a call and reads its response.
     *
     * @throws DocprocException if there is no response, if it is not the service's, or if the reader throws one
     */
    public <T> T execute(ServiceCall call, SendConditions conditions, ResponseHandler<T> reader) {
        HttpUriRequestBase request = request(call);
        CancellableCall current = new CancellableCall(request::abort, limit);
        Redaction redaction = redaction(call);
        CallFailures failures = new CallFailures(call, redaction, current::cancellationReason);
        Transmission transmission = new Transmission(current, rateLimit, conditions, call.body());
        transmission.body().ifPresent(request::setEntity);
        running.add(current);
        try (current;
                transmission) {
            begin(current, call.operation());
            return exchange(call, request, transmission, reader, failures, redaction);
        } catch (CancellableCall.NotSentException e) {
            throw failures.notSent(e);
        } catch (IOException | HttpException e) {
            throw failures.noResponse(e, transmission.started());
        } catch (DocprocException e) {
            throw e;
        } catch (ServiceRequestExecutor.RequestError e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw failures.failed(e, transmission.started());
        } finally {
            running.remove(current);
        }
    }

    private void begin(CancellableCall call, String operation) {
        if (stopped) {
            throw notSent(operation, "the component is stopped", null);
        }
        try {
            call.startLimit();
        } catch (RejectedExecutionException e) {
            throw notSent(operation, "the component is stopped", e);
        } catch (OutOfMemoryError e) {
            throw notSent(operation, "no thread is available for the deadline of the call: " + e, e);
        }
    }

    private static void requireNotCancelled(CancellableCall call, String operation, RuntimeException cause) {
        call.cancellationReason().ifPresent(reason -> {
            throw notSent(operation, reason + ", before anything was sent", cause);
        });
    }

    private static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    private <T> T exchange(
            ServiceCall call,
            HttpUriRequestBase request,
            Transmission transmission,
            ResponseHandler<T> reader,
            CallFailures failures,
            Redaction redaction)
            throws IOException, HttpException {
        try (HttpClientLease http = lease();
                ClassicHttpResponse response = open(http.client(), request, transmission)) {
            if (response.getCode() == HttpStatus.SC_TOO_MANY_REQUESTS) {
                rateLimit.startCooldown();
            }
            BoundedBody body = BoundedBody.of(response, call.maxResponseBytes());
            try {
                return read(call, response, body, reader, failures, redaction);
            } finally {
                if (!body.isComplete()) {
                    // Closing the response would first read the rest of the body, whatever its length.
                    request.abort();
                }
            }
        }
    }

    private HttpClientLease lease() throws ConnectionClosedException {
        try {
            return leases.get();
        } catch (IllegalStateException e) {
            throw new ConnectionClosedException(e.getMessage(), e);
        }
    }

    private static ClassicHttpResponse open(HttpClient http, HttpUriRequestBase request, Transmission transmission)
            throws IOException, HttpException {
        HttpClientContext context = HttpClientContext.create();
        transmission.attachTo(context);
        try {
            return http.executeOpen(RoutingSupport.determineHost(request), request, context);
        } catch (IllegalStateException e) {
            throw new ConnectionClosedException(e.getMessage(), e);
        }
    }

    private static <T> T read(
            ServiceCall call,
            ClassicHttpResponse response,
            BoundedBody body,
            ResponseHandler<T> reader,
            CallFailures failures,
            Redaction redaction) {
        int status = response.getCode();
        if (status >= 300 && status < 400) {
            throw failures.redirected(response);
        }
        String requestId = redaction.apply(requestId(response));
        try {
            return reader.read(new ServiceResponse(
                    call.operation(), call.method(), status, requestId, headers(response), body, redaction));
        } catch (IOException e) {
            throw failures.invalidResponse(e, status, requestId, body);
        }
    }

    private HttpUriRequestBase request(ServiceCall call) {
        HttpUriRequestBase request = new HttpUriRequestBase(call.method().name(), uri(call));
        call.headers().forEach(request::setHeader);
        credentials.headers().forEach(request::setHeader);
        return request;
    }

    private static URI uri(ServiceCall call) {
        URIBuilder builder = new URIBuilder(call.url());
        call.query().forEach(builder::addParameter);
        try {
            return builder.build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String requestId(ClassicHttpResponse response) {
        Header header = response.getFirstHeader("x-request-id");
        return header == null ? "" : header.getValue();
    }

    private static Map<String, String> headers(ClassicHttpResponse response) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : response.getHeaders()) {
            headers.put(header.getName(), header.getValue());
        }
        return headers;
    }
}

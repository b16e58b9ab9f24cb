/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.http.ServiceRequestExecutor.Transmission;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
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

/**
 * Executes calls with the account's credentials and maps every failure to one {@link DocprocException}. Blocks the
 * calling thread. Retries nothing and follows no redirect. Thread-safe.
 */
public final class ServiceClient {
    private final Supplier<HttpClientLease> leases;
    private final HttpClientLease lease;
    private final Credentials credentials;
    private final AccountRateLimit rateLimit;
    private final CancellableCalls calls;

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
        this.calls = new CancellableCalls(limit);
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
        calls.stop();
        release();
    }

    /** Returns whether the client was stopped and rejects calls. */
    public boolean isStopped() {
        return calls.isStopped();
    }

    /** Returns the calls in flight. A read that precedes a call has the same deadline, and a stop cancels it as well. */
    public CancellableCalls calls() {
        return calls;
    }

    /** Returns the redaction that masks the secrets of a call and the Secret Code. */
    public Redaction redaction(ServiceCall call) {
        return call.redaction().and(credentials.secretCode());
    }

    /**
     * Makes a call and reads its response.
     *
     * @throws DocprocException if there is no response, if it is not the service's, or if the reader throws one
     */
    public <T> T execute(ServiceCall call, CallSettings settings, ResponseHandler<T> reader) {
        HttpUriRequestBase request = request(call, settings);
        try (CancellableCall current = calls.begin(call.operation(), request::abort)) {
            Redaction redaction = redaction(call);
            CallFailures failures = new CallFailures(call, redaction, current::cancellationReason);
            Transmission transmission = new Transmission(current, rateLimit, settings);
            call.body().ifPresent(request::setEntity);
            return execute(request, transmission, new Reception<>(call, settings, reader, redaction, failures));
        }
    }

    private <T> T execute(HttpUriRequestBase request, Transmission transmission, Reception<T> reception) {
        try (transmission) {
            return exchange(request, transmission, reception);
        } catch (CancellableCall.NotSentException e) {
            throw reception.failures.notSent(e);
        } catch (IOException | HttpException e) {
            throw reception.failures.noResponse(e, transmission.started());
        } catch (DocprocException e) {
            throw e;
        } catch (RuntimeException e) {
            throw reception.failures.failed(e, transmission.started());
        }
    }

    private <T> T exchange(HttpUriRequestBase request, Transmission transmission, Reception<T> reception)
            throws IOException, HttpException {
        try (HttpClientLease http = lease();
                ClassicHttpResponse response = open(http.client(), request, transmission)) {
            if (response.getCode() == HttpStatus.SC_TOO_MANY_REQUESTS) {
                rateLimit.startCooldown();
            }
            BoundedBody body = BoundedBody.of(response, reception.call.maxResponseBytes());
            try {
                return reception.read(response, body);
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

    private HttpUriRequestBase request(ServiceCall call, CallSettings settings) {
        HttpUriRequestBase request = new HttpUriRequestBase(call.method().name(), call.url());
        settings.headers().forEach(request::setHeader);
        credentials.headers().forEach(request::setHeader);
        return request;
    }

    /** Receives the response of a call. */
    private record Reception<T>(
            ServiceCall call,
            CallSettings settings,
            ResponseHandler<T> reader,
            Redaction redaction,
            CallFailures failures) {

        T read(ClassicHttpResponse response, BoundedBody body) {
            int status = response.getCode();
            if (status >= 300 && status < 400) {
                throw failures.redirected(response);
            }
            Header requestIdHeader = response.getFirstHeader("x-request-id");
            String requestId = requestIdHeader == null ? "" : redaction.apply(requestIdHeader.getValue());
            settings.responseHeaders().accept(headers(response));
            try {
                return reader.read(
                        new ServiceResponse(call.operation(), call.method(), status, requestId, body, redaction));
            } catch (IOException e) {
                throw failures.invalidResponse(e, status, requestId, body);
            }
        }

        private static Map<String, String> headers(ClassicHttpResponse response) {
            Map<String, String> headers = new LinkedHashMap<>();
            for (Header header : response.getHeaders()) {
                headers.put(header.getName(), header.getValue());
            }
            return headers;
        }
    }
}

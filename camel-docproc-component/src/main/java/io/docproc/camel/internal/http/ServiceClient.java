/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;

/**
 * Executes calls with the account's credentials and maps every failure to one {@link DocprocException}. Blocks the
 * calling thread. Retries nothing and follows no redirect. Thread-safe.
 */
public final class ServiceClient {
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);
    private static final int MAX_DIGITS = 9;

    private final Supplier<HttpClient> http;
    private final Supplier<ServiceAccount> account;
    private final CallsInFlight calls;
    private volatile boolean stopped;

    /**
     * Creates a client.
     *
     * @param http returns the HTTP client: at the start, and for each call
     * @param account returns the account for each call: the credentials to send, the timeouts, and the limit of a call, which
     *     also limits reading ahead
     * @param calls the calls in flight of the component
     */
    ServiceClient(Supplier<HttpClient> http, Supplier<ServiceAccount> account, CallsInFlight calls) {
        this.http = http;
        this.account = account;
        this.calls = calls;
    }

    /**
     * Creates the HTTP client, so that an option that it does not accept fails the start.
     *
     * @throws IllegalArgumentException if camel-http does not accept an option
     */
    public void start() {
        Objects.requireNonNull(http.get());
    }

    /** Cancels the calls in flight of this client and rejects further ones. */
    public void stop() {
        stopped = true;
        calls.stop(this);
    }

    /** Returns the limit on the duration of a call; zero for no limit. */
    public Duration callTimeout() {
        return account.get().callTimeout();
    }

    /** Returns whether this client, or the component, is stopped. */
    public boolean isStopped() {
        return stopped || calls.isStopped();
    }

    /** Returns a call whose redaction also masks the Secret Code. */
    public ServiceCall masked(ServiceCall call) {
        return call.withSecret(account.get().credentials().secretCode());
    }

    /**
     * Runs a task before a call is sent, for example to check a document. The time limit of a call applies. A task that
     * blocks is interrupted when the limit expires or the client stops.
     *
     * @throws DocprocTransportException as unsent, if the limit expires, or the client is stopped
     */
    public <T> T run(String operation, Supplier<T> task) {
        try (CallsInFlight.Call current = begin(operation, () -> {})) {
            try {
                return task.get();
            } catch (RuntimeException e) {
                throw current.cancellationReason()
                        .map(reason -> (RuntimeException) notSent(operation, reason + ", before anything was sent", e))
                        .orElse(e);
            }
        }
    }

    private CallsInFlight.Call begin(String operation, Runnable abort) {
        try {
            CallsInFlight.Call call = calls.begin(this, callTimeout(), abort);
            if (stopped) {
                call.close();
                throw new RejectedExecutionException("the component is stopped");
            }
            return call;
        } catch (RejectedExecutionException e) {
            throw notSent(operation, "the component is stopped", e);
        }
    }

    private static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    /**
     * Sends a request and reads its response.
     *
     * @param beforeFirstByte runs right before the first byte, on an open connection; its exception keeps the request from
     *     being sent, and is thrown as it is
     * @param sent runs as soon as the first bytes have been sent
     * @throws DocprocException if there is no response, if it is not the service's, or if the reader throws one
     */
    public <T> T execute(
            ServiceCall requested, Runnable beforeFirstByte, Runnable sent, ServiceResponse.Reader<T> reader) {
        Credentials credentials = account.get().credentials();
        ServiceCall call = requested.withSecret(credentials.secretCode());
        HttpUriRequestBase request = new HttpUriRequestBase(call.method().name(), call.url());
        call.headers().forEach(request::setHeader);
        credentials.headers().forEach(request::setHeader);
        call.body().ifPresent(request::setEntity);
        try (CallsInFlight.Call current = begin(call.operation(), request::abort)) {
            ServiceRequestExecutor.Attempt attempt = new ServiceRequestExecutor.Attempt(beforeFirstByte, sent);
            Supplier<CallFailures> failures =
                    () -> new CallFailures(call, attempt.sendingStarted(), current.cancellationReason());
            try (ClassicHttpResponse response = open(http, account.get(), request, attempt)) {
                return read(call, request, response, reader, failures);
            } catch (IOException | HttpException e) {
                throw failures.get().noResponse(e, attempt.getResponse());
            } catch (DocprocException e) {
                throw e;
            } catch (RuntimeException e) {
                throw failures.get().failed(e);
            }
        }
    }

    /** Returns the time in {@code Retry-After}, at most an hour; zero if there is none. */
    private static Duration retryAfter(ClassicHttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        if (header == null || header.getValue() == null) {
            return Duration.ZERO;
        }
        String value = header.getValue().strip();
        Duration time = Duration.ZERO;
        Instant date = DateUtils.parseStandardDate(value);
        if (value.matches("\\d+")) {
            time = value.length() > MAX_DIGITS ? MAX_RETRY_AFTER : Duration.ofSeconds(Long.parseLong(value));
        } else if (date != null && date.isAfter(Instant.now())) {
            time = Duration.between(Instant.now(), date);
        }
        return time.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : time;
    }

    /**
     * Opens the response to a request with the timeouts of an account.
     *
     * @param client returns the client; an {@link IllegalStateException} of it becomes a closed connection
     */
    public static ClassicHttpResponse open(
            Supplier<HttpClient> client, ServiceAccount account, HttpUriRequestBase request, HttpClientContext context)
            throws IOException, HttpException {
        try {
            HttpClient opened = client.get();
            request.setConfig(account.requestConfig(opened));
            return opened.executeOpen(RoutingSupport.determineHost(request), request, context);
        } catch (IllegalStateException e) {
            throw new ConnectionClosedException(e.getMessage(), e);
        }
    }

    private <T> T read(
            ServiceCall call,
            HttpUriRequestBase request,
            ClassicHttpResponse response,
            ServiceResponse.Reader<T> reader,
            Supplier<CallFailures> failures)
            throws IOException {
        int status = response.getCode();
        ServiceResponse.Body body = ServiceResponse.Body.of(response, call.maxResponseBytes());
        try {
            if (status >= HttpStatus.SC_REDIRECTION && status < HttpStatus.SC_CLIENT_ERROR) {
                throw failures.get().redirected(response);
            }
            ServiceResponse received = new ServiceResponse(
                    call,
                    status,
                    CallFailures.requestId(response, call.redaction()),
                    body.fileName(),
                    body,
                    retryAfter(response),
                    new AtomicReference<>());
            try {
                return reader.read(received);
            } catch (IOException e) {
                throw failures.get().invalidResponse(e, received, body);
            }
        } finally {
            if (!body.isComplete()) {
                // Closing the response would first read the rest of the body, whatever its length.
                request.abort();
            }
        }
    }
}

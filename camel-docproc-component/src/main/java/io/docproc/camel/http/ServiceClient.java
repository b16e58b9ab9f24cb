/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Executes calls with the account's credentials and turns every way to fail into one {@link DocprocException}. Blocks
 * the calling thread. Repeats nothing and follows no redirect.
 */
public final class ServiceClient {
    private final HttpClient http;
    private final Credentials credentials;
    private final Pace pace;
    private final TimeLimit limit;
    private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * @param http camel-http's client, with redirects and automatic retries off
     * @param credentials sent with every call
     * @param pace when a call may be sent
     * @param limit how long a call may take, from its turn, before it waits for the pace, to the last byte of its answer;
     *     and how long the reading ahead of its document may
     */
    public ServiceClient(HttpClient http, Credentials credentials, Pace pace, TimeLimit limit) {
        this.http = http;
        this.credentials = credentials;
        this.pace = pace;
        this.limit = limit;
    }

    /** Ends the calls that are running, and refuses further ones. */
    public void stop() {
        stopped = true;
        running.forEach(RunningCall::stop);
    }

    /**
     * Reads from a document before its call is made. Only an interrupt ends a stream that hangs.
     *
     * @throws DocprocTransportException when the reading took too long, or the client stops
     */
    public <T> T readAhead(String operation, Supplier<T> reading) {
        RunningCall mine = new RunningCall(() -> {});
        running.add(mine);
        try (mine) {
            begin(mine, operation);
            T read = reading.get();
            requireNotEnded(mine, operation, null);
            return read;
        } catch (DocprocTransportException told) {
            throw told;
        } catch (RuntimeException failed) {
            requireNotEnded(mine, operation, failed);
            throw failed;
        } finally {
            running.remove(mine);
        }
    }

    /**
     * Makes a call and reads its answer.
     *
     * @throws DocprocException when there is no answer, when it is not the service's, or when the reader throws one
     */
    public <T> T execute(ServiceCall call, AnswerReader<T> reader) {
        HttpUriRequestBase request = request(call);
        RunningCall mine = new RunningCall(request::abort);
        Optional<SendingEntity> body = call.body().map(content -> new SendingEntity(content, mine, pace));
        body.ifPresent(request::setEntity);
        Redaction redaction = call.redaction().and(credentials.secretCode());
        CallFailures failures = new CallFailures(call, redaction, mine::ended);
        running.add(mine);
        try (mine) {
            begin(mine, call.operation());
            if (body.isEmpty()) {
                // A body waits by itself, when its connection is at hand.
                mine.awaitSending(pace).run();
            }
            return exchange(call, request, reader, failures, redaction);
        } catch (RunningCall.TurnInterruptedException interrupted) {
            throw failures.interrupted(interrupted.getCause());
        } catch (IOException | HttpException noAnswer) {
            throw failures.noAnswer(noAnswer, hasStarted(body));
        } catch (DocprocException told) {
            throw told;
        } catch (RuntimeException failed) {
            throw failures.failed(failed, hasStarted(body));
        } finally {
            running.remove(mine);
        }
    }

    private void begin(RunningCall call, String operation) {
        if (stopped) {
            throw notSent(operation, "the component is stopped", null);
        }
        try {
            call.limitTo(limit);
        } catch (RejectedExecutionException noTimer) {
            throw notSent(operation, "the component is stopped", noTimer);
        } catch (OutOfMemoryError noThread) {
            throw notSent(operation, "no thread for the call's time limit: " + noThread, noThread);
        }
    }

    private static void requireNotEnded(RunningCall call, String operation, RuntimeException cause) {
        call.ended().ifPresent(end -> {
            throw notSent(operation, end + ", before anything was sent", cause);
        });
    }

    private static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.unsent(ServiceFailure.local(operation, 0, reason), cause);
    }

    private static boolean hasStarted(Optional<SendingEntity> body) {
        return body.isPresent() && body.get().started();
    }

    private <T> T exchange(
            ServiceCall call,
            HttpUriRequestBase request,
            AnswerReader<T> reader,
            CallFailures failures,
            Redaction redaction)
            throws IOException, HttpException {
        try (ClassicHttpResponse response = open(request)) {
            AnswerBody body = AnswerBody.of(response, call.maxAnswerBytes());
            try {
                return read(call, response, body, reader, failures, redaction);
            } finally {
                if (!body.ended()) {
                    // Closing alone would first read the rest, however long it is and however long it takes.
                    request.abort();
                }
            }
        }
    }

    private ClassicHttpResponse open(HttpUriRequestBase request) throws IOException, HttpException {
        try {
            return http.executeOpen(RoutingSupport.determineHost(request), request, null);
        } catch (IllegalStateException poolIsClosed) {
            throw new ConnectionClosedException(poolIsClosed.getMessage(), poolIsClosed);
        }
    }

    private static <T> T read(
            ServiceCall call,
            ClassicHttpResponse response,
            AnswerBody body,
            AnswerReader<T> reader,
            CallFailures failures,
            Redaction redaction) {
        int status = response.getCode();
        if (status >= 300 && status < 400) {
            throw failures.redirected(response);
        }
        String requestId = redaction.apply(requestId(response));
        try {
            return reader.read(new Answer(call.operation(), status, requestId, headers(response), body, redaction));
        } catch (IOException unreadable) {
            throw failures.badAnswer(unreadable, status, requestId, body.beginning(redaction));
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
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException(impossible);
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

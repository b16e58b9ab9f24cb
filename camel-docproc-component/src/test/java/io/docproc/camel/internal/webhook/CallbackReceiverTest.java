/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.internal.webhook.CompletionCounters.Outcome;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the responses to callbacks, and which completions reach the route. */
class CallbackReceiverTest {
    private static final int LIMIT = 100;
    private static final String COMPLETED = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final CompletionCounters counters = new CompletionCounters();
    private final List<Completion> routed = new ArrayList<>();
    private final List<Boolean> done = new ArrayList<>();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final InFlightTracker inFlight = new InFlightTracker();
    private final CallbackSigner signer = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());
    private CompletableFuture<Boolean> routeResult = CompletableFuture.completedFuture(true);
    private final WebhookSettings settings = new TestSettings()
            .signer(signer)
            .maxCallbackSize(LIMIT)
            .jobRepository(jobRepository)
            .counters(counters)
            .build();
    private final CompletionDispatcher dispatcher = new CompletionDispatcher(
            settings,
            new JobLeases(settings, Clock.systemUTC()),
            completion -> {
                routed.add(completion);
                return routeResult;
            },
            RecordingExceptionHandler::new);
    private final CallbackReceiver receiver = new CallbackReceiver(settings, dispatcher, inFlight);

    /** Body that records whether it was read or closed. */
    private static final class ObservedBody extends FilterInputStream {
        final AtomicBoolean read = new AtomicBoolean();
        final AtomicBoolean closed = new AtomicBoolean();

        ObservedBody(InputStream body) {
            super(body);
        }

        @Override
        public int read() throws IOException {
            read.set(true);
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            read.set(true);
            return super.read(bytes, offset, count);
        }

        @Override
        public void close() throws IOException {
            closed.set(true);
            super.close();
        }
    }

    private static InputStream stream(String body) {
        return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    }

    private Exchange request(Object body) {
        Exchange http = new DefaultExchange(camel);
        http.getMessage()
                .setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json", "x", "y"));
        String query = signer.sign(URI.create("https://hooks.example.com"), "a.pdf", Duration.ofHours(1))
                .getRawQuery();
        http.getMessage().setHeader(Exchange.HTTP_RAW_QUERY, query);
        http.getMessage().setBody(body);
        return http;
    }

    private boolean send(Exchange http) {
        return receiver.process(http, done::add);
    }

    private static void assertResponse(Exchange http, int status, String text) {
        assertThat(http.getException()).isNull();
        assertThat(http.getMessage().getBody()).isEqualTo("{\"status\":\"" + text + "\"}");
        assertThat(http.getMessage().getHeaders())
                .containsEntry(Exchange.HTTP_RESPONSE_CODE, status)
                .containsEntry(Exchange.CONTENT_TYPE, "application/json")
                .doesNotContainKeys("x", Exchange.HTTP_METHOD);
    }

    private void assertRefused(Exchange http, int status, String text) {
        assertThat(send(http)).as("responded synchronously").isTrue();
        assertThat(done).containsExactly(true);
        assertResponse(http, status, text);
        assertThat(counters.count(Outcome.REFUSED)).isEqualTo(1);
        assertThat(inFlight.count()).isZero();
        assertThat(routed).isEmpty();
    }

    @Test
    void theResponseIsWrittenAfterTheRouteHasSucceeded() {
        routeResult = new CompletableFuture<>();
        Exchange http = request(stream(COMPLETED));

        assertThat(send(http)).as("responded synchronously").isFalse();
        assertThat(inFlight.count()).isEqualTo(1);
        assertThat(done).isEmpty();
        routeResult.complete(true);

        assertThat(done).containsExactly(false);
        assertResponse(http, 200, "accepted");
        assertThat(inFlight.count()).isZero();
        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().jobId()).isEqualTo("job-1");
            assertThat(completion.correlationId()).isEqualTo("a.pdf");
        });
        assertThat(counters.count(Outcome.REFUSED)).isZero();
        assertThat(counters.count(Outcome.PROCESSED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailedRouteIsReportedWithoutItsReason(boolean exceptionally) {
        routeResult = exceptionally
                ? CompletableFuture.failedFuture(new IllegalStateException("the database is gone"))
                : CompletableFuture.completedFuture(false);
        Exchange http = request(stream(COMPLETED));

        send(http);

        assertResponse(http, 500, "processing failed, send again later");
        assertThat(done).containsExactly(false);
        assertThat(inFlight.count()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"post,true", "POST,true", "GET,false", "PUT,false", "'',false", ",false"})
    void onlyPostIsAllowed(String method, boolean allowed) {
        Exchange http = request(stream(COMPLETED));
        http.getMessage().setHeader(Exchange.HTTP_METHOD, method);

        if (allowed) {
            send(http);
            assertResponse(http, 200, "accepted");
            assertThat(http.getMessage().getHeader("Allow")).isNull();
        } else {
            assertRefused(http, 405, "only POST is allowed");
            assertThat(http.getMessage().getHeader("Allow")).isEqualTo("POST");
        }
    }

    @Test
    void aStoppedConsumerRefusesCallbacksWithoutReadingThem() {
        inFlight.close();
        ObservedBody body = new ObservedBody(stream(COMPLETED));
        Exchange http = request(body);

        assertRefused(http, 503, "not accepted at present, send again later");

        assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        assertThat(body.read).isFalse();
    }

    @Test
    void theBodyOfAnUnauthenticatedCallbackIsNotRead() {
        ObservedBody body = new ObservedBody(stream(COMPLETED));

        Exchange http = request(body);
        http.getMessage().removeHeader(Exchange.HTTP_RAW_QUERY);

        assertRefused(http, 401, "signature missing, wrong or expired");

        assertThat(body.read).isFalse();
    }

    @Test
    void aCallbackForTheJobOfAnotherDocumentIsRefused() {
        jobRepository.submitted(new SubmittedJob("job-1", "b.pdf", TestSettings.PATH, Instant.now(), 0));

        assertRefused(request(stream(COMPLETED)), 401, "signature missing, wrong or expired");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,,true",
        "'Application/JSON ; charset=utf-8',identity,true",
        "application/json,Identity,true",
        "application/json,gzip,false",
        "application/json,'',false",
        "application/json5,,false",
        "text/json,,false",
        "'text/plain;application/json',,false",
        "'',,false",
        ",,false"
    })
    void onlyUncompressedJsonIsRead(String type, String encoding, boolean accepted) {
        ObservedBody body = new ObservedBody(stream(COMPLETED));
        Exchange http = request(body);
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, type);
        http.getMessage().setHeader(Exchange.CONTENT_ENCODING, encoding);

        if (accepted) {
            send(http);
            assertResponse(http, 200, "accepted");
        } else {
            assertRefused(http, 415, "only uncompressed application/json is allowed");
            assertThat(body.read).isFalse();
        }
    }

    @Test
    void atMostOneByteMoreThanTheLimitIsRead() {
        ObservedBody atTheLimit = new ObservedBody(stream(COMPLETED + " ".repeat(LIMIT - COMPLETED.length())));
        Exchange http = request(atTheLimit);
        send(http);
        assertResponse(http, 200, "accepted");
        assertThat(atTheLimit.closed).isTrue();
        done.clear();
        routed.clear();

        InputStream beyond = stream(COMPLETED + " ".repeat(LIMIT + 10 - COMPLETED.length()));
        assertRefused(request(beyond), 413, "the body is larger than maxCallbackSize");
        assertThat(beyond).hasBinaryContent(" ".repeat(9).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aMissingOrInvalidBodyIsRefused() {
        assertRefused(request(null), 400, "the body is not a JSON object with the strings job_id and status");
        Exchange http = request(stream("{}"));

        send(http);

        assertResponse(http, 400, "the body is not a JSON object with the strings job_id and status");
        assertThat(counters.count(Outcome.REFUSED)).isEqualTo(2);
    }

    @Test
    void anErrorWhileTheBodyIsReadIsReportedAsFailure() {
        Exchange http = request(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        });
        http.setException(new IllegalStateException("from the server"));

        assertThat(send(http)).isTrue();

        assertResponse(http, 500, "processing failed, send again later");
        assertThat(done).containsExactly(true);
        assertThat(counters.count(Outcome.FAILED)).isEqualTo(1);
        assertThat(inFlight.count()).isZero();
    }

    @Test
    void aCallbackWithoutCapacityReceives503AndIsAcceptedLater() {
        routeResult = CompletableFuture.failedFuture(new RejectedExecutionException("full"));
        Exchange http = request(stream(COMPLETED));

        send(http);

        assertResponse(http, 503, "not accepted at present, send again later");
        assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        assertThat(done).containsExactly(false);
        assertThat(counters.count(Outcome.REFUSED)).isEqualTo(1);
        routeResult = CompletableFuture.completedFuture(true);
        Exchange redelivered = request(stream(COMPLETED));
        send(redelivered);
        assertResponse(redelivered, 200, "accepted");
    }

    @ParameterizedTest
    @ValueSource(strings = {COMPLETED, "{}"})
    void aResponseThatCannotBeSentLeavesNothingInFlight(String body) {
        List<Boolean> calls = new ArrayList<>();
        Exchange http = request(stream(body));

        try {
            receiver.process(http, doneSync -> {
                calls.add(doneSync);
                throw new IllegalStateException("the connection is closed");
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("the connection is closed");
        }

        assertThat(calls).hasSize(1);
        assertThat(inFlight.count()).isZero();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.webhook.CompletionCounters.End;
import io.docproc.camel.internal.webhook.CompletionDispatcher.OtherNode;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sender of a callback is answered, and what of it reaches the route. */
class CallbackReceiverTest {
    private static final int LIMIT = 100;
    private static final String COMPLETED = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final CompletionCounters counts = new CompletionCounters();
    private final List<Completion> routed = new ArrayList<>();
    private final List<Boolean> done = new ArrayList<>();
    private CompletableFuture<Boolean> routeEnds = CompletableFuture.completedFuture(true);
    private Optional<String> correlationId = Optional.of("a.pdf");
    private boolean itsDocument = true;
    private final CompletionDispatcher feed = new CompletionDispatcher(
            MemoryIdempotentRepository.memoryIdempotentRepository(100),
            new JobLeases(Optional.empty(), "/docproc/completions", Duration.ofMinutes(5), Clock.systemUTC()),
            OtherNode.IS_RELIED_ON,
            completion -> {
                routed.add(completion);
                return routeEnds;
            },
            RecordingHandler::new,
            counts);
    private final CallbackReceiver receiver =
            new CallbackReceiver(request -> correlationId, completion -> itsDocument, LIMIT, feed, counts);

    /** A body that knows whether anybody has read or closed it. */
    private static final class WatchedBody extends FilterInputStream {
        final AtomicBoolean read = new AtomicBoolean();
        final AtomicBoolean closed = new AtomicBoolean();

        WatchedBody(InputStream body) {
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
        http.getMessage().setBody(body);
        return http;
    }

    private boolean send(Exchange http) {
        return receiver.process(http, done::add);
    }

    private static void assertReply(Exchange http, int status, String text) {
        assertThat(http.getException()).isNull();
        assertThat(http.getMessage().getBody()).isEqualTo("{\"status\":\"" + text + "\"}");
        assertThat(http.getMessage().getHeaders())
                .containsEntry(Exchange.HTTP_RESPONSE_CODE, status)
                .containsEntry(Exchange.CONTENT_TYPE, "application/json")
                .doesNotContainKeys("x", Exchange.HTTP_METHOD);
    }

    private void assertRefused(Exchange http, int status, String text) {
        assertThat(send(http)).as("answered at once").isTrue();
        assertThat(done).containsExactly(true);
        assertReply(http, status, text);
        assertThat(counts.count(End.REFUSED)).isEqualTo(1);
        assertThat(receiver.unanswered()).isZero();
        assertThat(routed).isEmpty();
    }

    @Test
    void aCompletionIsAcceptedWhenTheRouteHasSucceededAndNotBefore() {
        routeEnds = new CompletableFuture<>();
        Exchange http = request(stream(COMPLETED));

        assertThat(send(http)).as("answered at once").isFalse();
        assertThat(receiver.unanswered()).isEqualTo(1);
        assertThat(done).isEmpty();
        routeEnds.complete(true);

        assertThat(done).containsExactly(false);
        assertReply(http, 200, "accepted");
        assertThat(receiver.unanswered()).isZero();
        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().jobId()).isEqualTo("job-1");
            assertThat(completion.correlationId()).isEqualTo("a.pdf");
        });
        assertThat(counts.count(End.REFUSED)).isZero();
        assertThat(counts.count(End.PROCESSED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRouteThatFailsIsToldWithoutItsReason(boolean exceptionally) {
        routeEnds = exceptionally
                ? CompletableFuture.failedFuture(new IllegalStateException("the database is gone"))
                : CompletableFuture.completedFuture(false);
        Exchange http = request(stream(COMPLETED));

        send(http);

        assertReply(http, 500, "processing failed");
        assertThat(done).containsExactly(false);
        assertThat(receiver.unanswered()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"post,true", "POST,true", "GET,false", "PUT,false", "'',false", ",false"})
    void onlyPostIsAllowed(String method, boolean allowed) {
        Exchange http = request(stream(COMPLETED));
        http.getMessage().setHeader(Exchange.HTTP_METHOD, method);

        if (allowed) {
            send(http);
            assertReply(http, 200, "accepted");
            assertThat(http.getMessage().getHeader("Allow")).isNull();
        } else {
            assertRefused(http, 405, "only POST is allowed");
            assertThat(http.getMessage().getHeader("Allow")).isEqualTo("POST");
        }
    }

    @Test
    void whoeverIsNotBelievedIsRefusedAndHisBodyIsNotRead() {
        correlationId = Optional.empty();
        WatchedBody body = new WatchedBody(stream(COMPLETED));

        assertRefused(request(body), 401, "signature missing, wrong or expired");

        assertThat(body.read).isFalse();
    }

    @Test
    void aCallbackForTheJobOfAnotherDocumentIsRefused() {
        itsDocument = false;

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
    void onlyUncompressedJsonIsRead(String type, String encoding, boolean taken) {
        WatchedBody body = new WatchedBody(stream(COMPLETED));
        Exchange http = request(body);
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, type);
        http.getMessage().setHeader(Exchange.CONTENT_ENCODING, encoding);

        if (taken) {
            send(http);
            assertReply(http, 200, "accepted");
        } else {
            assertRefused(http, 415, "only uncompressed application/json is allowed");
            assertThat(body.read).isFalse();
        }
    }

    @Test
    void aBodyIsReadUpToTheLimitAndNoFurtherThanOneByte() {
        WatchedBody atTheLimit = new WatchedBody(stream(COMPLETED + " ".repeat(LIMIT - COMPLETED.length())));
        Exchange http = request(atTheLimit);
        send(http);
        assertReply(http, 200, "accepted");
        assertThat(atTheLimit.closed).isTrue();
        done.clear();
        routed.clear();

        InputStream beyond = stream(COMPLETED + " ".repeat(LIMIT + 10 - COMPLETED.length()));
        assertRefused(request(beyond), 413, "too large");
        assertThat(beyond).hasBinaryContent(" ".repeat(9).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aBodyThatIsMissingOrNoCompletionIsRefused() {
        assertRefused(request(null), 400, "not a completion");
        Exchange http = request(stream("{}"));

        send(http);

        assertReply(http, 400, "not a completion");
        assertThat(counts.count(End.REFUSED)).isEqualTo(2);
    }

    @Test
    void whatBreaksWhileACallbackIsReadIsAFailureThatTheSenderMayRepeat() {
        Exchange http = request(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        });
        http.setException(new IllegalStateException("from the server"));

        assertThat(send(http)).isTrue();

        assertReply(http, 500, "processing failed");
        assertThat(done).containsExactly(true);
        assertThat(counts.count(End.FAILED)).isEqualTo(1);
        assertThat(receiver.unanswered()).isZero();
    }

    @Test
    void aCompletionForWhichThereIsNoCapacityIsToBeSentAgainLater() {
        routeEnds = CompletableFuture.failedFuture(new RejectedExecutionException("full"));
        Exchange http = request(stream(COMPLETED));

        send(http);

        assertReply(http, 503, "no capacity, send again later");
        assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        assertThat(done).containsExactly(false);
        assertThat(counts.count(End.REFUSED)).isEqualTo(1);
        routeEnds = CompletableFuture.completedFuture(true);
        Exchange again = request(stream(COMPLETED));
        send(again);
        assertReply(again, 200, "accepted");
    }

    @ParameterizedTest
    @ValueSource(strings = {COMPLETED, "{}"})
    void aServerThatFailsWithAResponseIsCalledOnceAndNothingStaysPending(String body) {
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
        assertThat(receiver.unanswered()).isZero();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the responses to callbacks that are dispatched to the route. */
class CallbackReceiverTest extends CallbackReceiverFixture {
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
        assertThat(counts.count(Outcome.REFUSED)).isZero();
        assertThat(counts.count(Outcome.PROCESSED)).isEqualTo(1);
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
        assertThat(done).containsExactly(true);
        assertThat(inFlight.count()).isZero();
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
        assertThat(counts.count(Outcome.FAILED)).isEqualTo(1);
        assertThat(inFlight.count()).isZero();
    }

    @Test
    void aCallbackWithoutCapacityReceives503AndIsAcceptedLater() {
        routeResult = CompletableFuture.failedFuture(new RejectedExecutionException("full"));
        Exchange http = request(stream(COMPLETED));

        send(http);

        assertResponse(http, 503, "not accepted at present, send again later");
        assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        assertThat(done).containsExactly(true);
        assertThat(counts.count(Outcome.REFUSED)).isEqualTo(1);
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

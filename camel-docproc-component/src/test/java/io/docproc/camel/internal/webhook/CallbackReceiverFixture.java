/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** Receiver with its repositories and a recorded route, for the tests of {@link CallbackReceiver}. */
abstract class CallbackReceiverFixture {
    static final int LIMIT = 100;
    static final String COMPLETED = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";

    final DefaultCamelContext camel = TestContexts.create();
    final CompletionCounts counts = new CompletionCounts();
    final List<Completion> routed = new ArrayList<>();
    final List<Boolean> done = new ArrayList<>();
    final MemoryJobRepository jobRepository = new MemoryJobRepository();
    final InFlightTracker inFlight = new InFlightTracker();
    final CallbackSigner signer = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());
    CompletableFuture<Boolean> routeResult = CompletableFuture.completedFuture(true);
    final WebhookSettings settings = new TestSettings()
            .signer(signer)
            .maxCallbackSize(LIMIT)
            .jobRepository(jobRepository)
            .build();
    final CompletionDispatcher dispatcher = new CompletionDispatcher(
            settings,
            new JobLeases(settings, Clock.systemUTC()),
            completion -> {
                routed.add(completion);
                return routeResult;
            },
            counts,
            RecordingExceptionHandler::new);
    final CallbackReceiver receiver = new CallbackReceiver(settings, dispatcher, counts, inFlight);

    /** Body that records whether it was read or closed. */
    static final class ObservedBody extends FilterInputStream {
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

    static InputStream stream(String body) {
        return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    }

    Exchange request(Object body) {
        Exchange http = new DefaultExchange(camel);
        http.getMessage()
                .setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json", "x", "y"));
        String query = signer.sign(URI.create("https://hooks.example.com"), "a.pdf", Duration.ofHours(1))
                .getRawQuery();
        http.getMessage().setHeader(Exchange.HTTP_RAW_QUERY, query);
        http.getMessage().setBody(body);
        return http;
    }

    boolean send(Exchange http) {
        return receiver.process(http, done::add);
    }

    static void assertResponse(Exchange http, int status, String text) {
        assertThat(http.getException()).isNull();
        assertThat(http.getMessage().getBody()).isEqualTo("{\"status\":\"" + text + "\"}");
        assertThat(http.getMessage().getHeaders())
                .containsEntry(Exchange.HTTP_RESPONSE_CODE, status)
                .containsEntry(Exchange.CONTENT_TYPE, "application/json")
                .doesNotContainKeys("x", Exchange.HTTP_METHOD);
    }

    void assertRefused(Exchange http, int status, String text) {
        assertThat(send(http)).as("responded synchronously").isTrue();
        assertThat(done).containsExactly(true);
        assertResponse(http, status, text);
        assertThat(counts.count(Outcome.REFUSED)).isEqualTo(1);
        assertThat(inFlight.count()).isZero();
        assertThat(routed).isEmpty();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.job.CallbackSigner;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the responses to the HTTP requests of callbacks, and how much of a request is read. */
class CallbackReceiverTest extends CompletionFixture {
    private static final int LIMIT = 100;
    private static final String COMPLETED = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";

    private final CompletionCounts counts = new CompletionCounts();
    private final List<Boolean> done = new ArrayList<>();
    private final CallbackSigner signer = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());
    private final Node signed = new Node(signed(signer, LIMIT));
    private final CallbackReceiver receiver =
            new CallbackReceiver(signed.settings, signed.runner, Runnable::run, counts);

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
        assertThat(signed.runner.pending()).isZero();
        assertThat(signed.routed).isEmpty();
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
        assertThat(signed.runner.pending()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"GET", "''", ","})
    void anotherMethodIsRefusedWithTheAllowedOne(String method) {
        Exchange http = request(stream(COMPLETED));
        http.getMessage().setHeader(Exchange.HTTP_METHOD, method);

        assertRefused(http, 405, "only POST is allowed");
        assertThat(http.getMessage().getHeader("Allow")).isEqualTo("POST");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBodyOfACallbackThatIsNotAcceptedIsNotRead(boolean stopped) {
        ObservedBody body = new ObservedBody(stream(COMPLETED));
        Exchange http = request(body);
        if (stopped) {
            signed.runner.accept(false);
            assertRefused(http, 503, "not accepted at present, send again later");
            assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        } else {
            http.getMessage().removeHeader(Exchange.HTTP_RAW_QUERY);
            assertRefused(http, 401, "signature missing, wrong or expired");
        }
        assertThat(body.read).isFalse();
    }

    @Test
    void atMostOneByteMoreThanTheLimitIsRead() {
        ObservedBody atTheLimit = new ObservedBody(stream(COMPLETED + " ".repeat(LIMIT - COMPLETED.length())));
        Exchange http = request(atTheLimit);
        send(http);
        assertResponse(http, 200, "accepted");
        assertThat(atTheLimit.closed).isTrue();
        done.clear();
        signed.routed.clear();

        InputStream beyond = stream(COMPLETED + " ".repeat(LIMIT + 10 - COMPLETED.length()));
        assertRefused(request(beyond), 413, "the body is larger than maxCallbackSize");
        assertThat(beyond).hasBinaryContent(" ".repeat(9).getBytes(StandardCharsets.UTF_8));
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
        assertThat(signed.runner.pending()).isZero();
    }
}

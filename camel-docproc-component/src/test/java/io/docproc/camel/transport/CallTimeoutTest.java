/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HangingStream;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that no socket timeout aborts, because each byte arrives in time but the transfer never ends. */
@Timeout(60)
class CallTimeoutTest {
    private static final String TIMEOUTS = "&responseTimeout=5m";
    private static final String HEAD = "HTTP/1.1 200 OK\r\nx-request-id: r-77\r\nContent-Length: 500000\r\n\r\n{";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private int callTimeout;

    @BeforeEach
    void limitCalls() {
        limitCalls(300);
    }

    /** Limits calls to a time within which a request is sent, even if the machine is busy. */
    private void limitSentCalls() {
        limitCalls(2_000);
    }

    private void limitCalls(int milliseconds) {
        callTimeout = milliseconds;
        service.component().getConfiguration().setCallTimeout(milliseconds);
    }

    private static RawServer dripping(String beginning, String drop) {
        return new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning).writeUntilClientCloses(drop);
        });
    }

    private void assertTimedOut(Exchange exchange) {
        assertThat(Replies.failure(exchange))
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("the call took longer than callTimeout, " + callTimeout + " ms");
    }

    @Test
    @CoversFault(6)
    void aResponseBodyThatNeverEndsIsAbortedByCallTimeout() throws IOException {
        limitSentCalls();
        try (RawServer server = dripping(HEAD, " ")) {
            String options = "?baseUrl=" + server.url() + TIMEOUTS;
            for (String operation : List.of("crop", "parseSync", "balance")) {
                Exchange exchange = service.send("docproc:" + operation + options, Replies.DOCUMENT);
                assertTimedOut(exchange);
                assertThat(Replies.failure(exchange).isRetryable()).isEqualTo(operation.equals("balance"));
            }
        }
    }

    @Test
    @CoversFault(5)
    void responseHeadersThatNeverEndAreAbortedByCallTimeout() throws IOException {
        try (RawServer server = dripping("HTTP/1.1 200 OK\r\nx-drip: ", "x")) {
            assertTimedOut(service.send("docproc:balance?baseUrl=" + server.url() + TIMEOUTS, null));
        }
    }

    @Test
    void anUploadThatIsNotReadIsAbortedByCallTimeout() throws IOException {
        byte[] large = Arrays.copyOf(Replies.DOCUMENT, 30_000_000);
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            awaitServerShutdown();
        })) {
            assertTimedOut(service.send("docproc:crop?baseUrl=" + server.url() + TIMEOUTS, large));
        }
    }

    private static void awaitServerShutdown() throws IOException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 200_000})
    void aDocumentThatHangsIsAbortedAndItsPermitIsReleased(int bytesBefore) throws Exception {
        boolean isRead = bytesBefore <= 1000;
        if (!isRead) {
            limitSentCalls();
        }
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        Calls calls = new Calls(service.context(), "docproc:crop?validateInput=" + isRead);
        Exchange hanging = calls.exchange();
        // Otherwise the stream would be copied before it is sent.
        hanging.setPattern(ExchangePattern.InOut);
        hanging.getMessage().setBody(new HangingStream(Arrays.copyOf(Replies.DOCUMENT, bytesBefore)));

        calls.offer(hanging);
        calls.awaitDone(1);
        assertTimedOut(hanging);
        assertThat(hanging.getException())
                .asInstanceOf(InstanceOfAssertFactories.type(DocprocTransportException.class))
                .matches(failure -> failure.isUnsent() == isRead)
                .matches(failure -> failure.isRetryable() == failure.isUnsent());

        // Its outcome depends on the speed of the machine; without the released permit it would never complete.
        calls.offer();
        calls.awaitDone(2);
    }
}

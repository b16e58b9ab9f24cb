/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HangingStream;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stop of a context, a route or the component while calls are in flight: every exchange completes. */
@Timeout(60)
class GracefulStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void shortenTheWaitForCallsInFlight() {
        service.context().getShutdownStrategy().setTimeout(1);
    }

    @Test
    @CoversFault(27)
    void aStoppedComponentAbortsACallDuringTheResponse() throws Exception {
        CompletableFuture<Void> responding = new CompletableFuture<>();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"code\":");
            responding.complete(null);
            connection.awaitClientClose();
        })) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            responding.get();
            service.component().stop();
            calls.awaitDone(1);
            assertAborted(calls.done().get(0), false, "component stops");
        }
    }

    @Test
    @CoversFault(27)
    void aStoppedComponentAbortsACallWhoseDocumentHangs() throws Exception {
        Calls calls = new Calls(service.context(), "docproc:crop");
        HangingStream document = new HangingStream(Replies.DOCUMENT);
        Exchange exchange = calls.exchange();
        exchange.getMessage().setBody(document);
        calls.offer(exchange);
        document.awaitHanging();
        service.component().stop();
        calls.awaitDone(1);
        assertAborted(exchange, true, "component stops");
    }

    @Test
    @CoversFault(27)
    void aGetAbortedByTheStopIsRetryable() throws Exception {
        try (HeldServer server = new HeldServer(Replies.BALANCE)) {
            Calls calls = new Calls(service.context(), "docproc:balance?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            service.component().stop();
            calls.awaitDone(1);
            assertAborted(calls.done().get(0), true, "component stops");
        }
    }

    @ParameterizedTest
    @EnumSource
    @CoversFault(27)
    void aCallAfterTheStopOfTheComponentIsRejected(ThreadPoolRejectedPolicy policy) throws Exception {
        service.context()
                .getExecutorServiceManager()
                .getDefaultThreadPoolProfile()
                .setRejectedPolicy(policy);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        Calls calls = new Calls(service.context(), "docproc:crop");
        service.component().stop();
        calls.offer();
        calls.awaitDone(1);
        assertAborted(calls.done().get(0), true, "crop");
        assertThat(service.server().getAllServeEvents()).isEmpty();
    }

    private static void assertAborted(Exchange exchange, boolean retryable, String message) {
        DocprocException failure = Replies.failure(exchange);
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining(message);
        assertThat(failure.isRetryable()).as(failure.getMessage()).isEqualTo(retryable);
    }
}

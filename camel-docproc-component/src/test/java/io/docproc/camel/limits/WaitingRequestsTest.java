/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that wait for a permit, with or without a thread: order and timeout. */
@Timeout(60)
class WaitingRequestsTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private Calls calls(HeldServer server, int maxWaitingRequests) throws Exception {
        return calls(server, maxWaitingRequests, "");
    }

    private Calls calls(HeldServer server, int maxWaitingRequests, String options) throws Exception {
        service.component().getConfiguration().setMaxWaitingRequests(maxWaitingRequests);
        return new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1&baseUrl=" + server.url() + options);
    }

    private int waiting() {
        return service.component().status().calls().waiting();
    }

    private static void assertUnsent(Exchange exchange, String message) {
        DocprocException failure = Replies.failure(exchange);
        assertThat(failure).isInstanceOf(DocprocTransportException.class).hasMessageContaining(message);
        assertThat(((DocprocTransportException) failure).isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void exchangesWaitWithoutAThreadInOrderOfArrival() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = calls(server, 3);
            List<Exchange> exchanges = new CopyOnWriteArrayList<>();
            for (int call = 0; call < 4; call++) {
                Exchange exchange = calls.exchange();
                exchanges.add(exchange);
                assertThat(calls.offer(exchange)).isFalse();
            }
            await().until(() -> server.inFlight() == 1 && waiting() == 3);
            for (int call = 1; call <= 4; call++) {
                // One at a time: the permit is released before the route continues.
                server.release(1);
                calls.awaitDone(call);
            }

            assertThat(calls.done()).containsExactlyElementsOf(exchanges);
            assertThat(server.maxInFlight()).isEqualTo(1);
            assertThat(waiting()).isZero();
        }
    }

    @Test
    void aboveMaxWaitingRequestsTheCallersThreadWaits() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = calls(server, 1);
            calls.offer(calls.exchange());
            calls.offer(calls.exchange());
            Thread caller = new Thread(() -> calls.offer(calls.exchange()));
            caller.start();
            await().until(() -> waiting() == 2 && Calls.isWaiting(caller));
            assertThat(calls.offered()).isEqualTo(2);
            server.release(3);
            calls.awaitDone(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "0, &synchronous=true", "1, ''"})
    void aCallWithoutPermitWithinPermitTimeoutIsUnsent(int maxWaitingRequests, String options) throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            calls(server, 0).offer();
            await().until(() -> server.inFlight() == 1);
            Calls calls = calls(server, maxWaitingRequests, "&permitTimeout=200ms" + options);
            Exchange late = calls.exchange();
            if (!calls.offer(late)) {
                // A call without a thread notices its timeout when it gets its permit.
                await().pollDelay(Duration.ofMillis(250)).until(() -> waiting() == 1);
                server.release(1);
            }
            calls.awaitDone(1);

            assertUnsent(late, "option permitTimeout allows 200 ms");
            assertThat(waiting()).isZero();
            server.release(2);
            await().until(() -> service.component().status().calls().inFlight() == 0);
            Exchange next = calls.exchange();
            calls.offer(next);
            calls.awaitDone(2);
            assertThat(next.getException()).isNull();
            assertThat(server.maxInFlight()).isEqualTo(1);
        }
    }

    @Test
    void aNegativeNumberOfWaitingRequestsIsRejectedAtStart() {
        service.component().getConfiguration().setMaxWaitingRequests(-1);

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:crop"))
                .hasStackTraceContaining("Option maxWaitingRequests is -1; allowed is a number from 0 up");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The same document in several concurrent exchanges, with a result repository. */
@Timeout(60)
class ConcurrentDuplicatesTest {
    private static final int PERMITS = 4;

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final HeldServer server = new HeldServer(Replies.CROP);
    private Calls calls;

    @BeforeEach
    void storeResults() throws Exception {
        Replies.configure(service, docproc -> {
            docproc.getConfiguration().setMaxConcurrentRequests(PERMITS);
            docproc.setResultRepository(new FileResultRepository(directory));
        });
        calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
    }

    @AfterEach
    void closeServer() throws IOException {
        server.close();
    }

    @Test
    void equalExchangesMakeOneCallAndHoldNoPermitWhileTheyWait() throws Exception {
        calls.offer(5 * PERMITS);
        await().until(server::inFlight, Integer.valueOf(1)::equals);
        for (int number = 1; number < PERMITS; number++) {
            service.context()
                    .createProducerTemplate()
                    .asyncRequestBody(
                            "docproc:crop?baseUrl=" + server.url(),
                            Arrays.copyOf(Replies.DOCUMENT, Replies.DOCUMENT.length + number));
        }
        await().until(server::inFlight, Integer.valueOf(PERMITS)::equals);
        server.release(PERMITS);
        calls.awaitDone(5 * PERMITS);

        assertThat(server.requests()).isEqualTo(PERMITS);
        assertThat(calls.done())
                .allSatisfy(exchange ->
                        assertThat(exchange.getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG))
                .filteredOn(exchange -> (Boolean) exchange.getMessage().getHeader(DocprocConstants.BILLED))
                .hasSize(1);
    }

    @Test
    void aStopAbortsTheWaitForAnotherExchange() {
        service.context().getShutdownStrategy().setTimeout(1);
        calls.offer();
        await().until(server::inFlight, Integer.valueOf(1)::equals);
        Thread second = calls.offer();
        await().until(() -> Calls.isWaiting(second));
        service.context().stop();
        calls.awaitDone(2);

        assertThat(server.requests()).isEqualTo(1);
        assertThat(calls.done())
                .extracting(exchange -> ((DocprocTransportException) exchange.getException()).isUnsent())
                .containsExactlyInAnyOrder(true, false);
    }
}

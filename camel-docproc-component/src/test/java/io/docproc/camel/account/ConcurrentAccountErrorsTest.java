/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Account errors of several exchanges of a route at the same time. */
final class ConcurrentAccountErrorsTest extends AccountErrorFixture {
    private static final int CONSUMERS = 8;

    @Test
    void exchangesThatFailTogetherSuspendTheRouteOnceAndItResumes() throws Exception {
        CyclicBarrier together = new CyclicBarrier(CONSUMERS);
        addRoutes(routes -> routes.from("seda:many?concurrentConsumers=" + CONSUMERS)
                .routeId("many")
                .routePolicy(policy)
                .process(exchange -> {
                    if (refused) {
                        together.await();
                    }
                    work(exchange);
                }));
        context.start();

        for (int number = 0; number < CONSUMERS; number++) {
            send("many", "refused");
        }
        awaitSuspended("many");
        await().until(() -> context.getInflightRepository().size("many") == 0);
        refused = false;
        probeSucceeds();
        for (int number = 0; number < 2 * CONSUMERS; number++) {
            send("many", "document");
        }

        await().until(() -> done.size() == 2 * CONSUMERS);
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(probes).hasValue(1);
    }

    @Test
    void anExchangeThatFailsWhileTheConsumerIsBeingSuspendedSchedulesNoSecondProbe() throws Exception {
        TestConsumers consumers = new TestConsumers();
        context.addComponent("test", consumers);
        addRouteFrom("test:blocking", "blocking");
        context.start();
        Thread first = new Thread(() -> fail("blocking"));
        Thread second = new Thread(() -> fail("blocking"));

        first.start();
        consumers.awaitSuspension();
        second.start();
        await().until(() -> second.getState() == Thread.State.BLOCKED);
        consumers.finishSuspension();
        first.join();
        second.join();
        probeSucceeds();

        await().until(() -> !isSuspended("blocking"));
        assertThat(probes).hasValue(1);
    }

    @Test
    void theSuccessOfAnEarlierExchangeResumesNothing() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        startAndSuspendWithAnExchangeInFlight(slow);

        slow.countDown();
        await().until(() ->
                done.contains("slow") && context.getInflightRepository().size("slow") == 0);

        assertThat(isSuspended("slow")).isTrue();
        refused = false;
        probeSucceeds();
        await().until(() -> !isSuspended("slow"));
    }
}

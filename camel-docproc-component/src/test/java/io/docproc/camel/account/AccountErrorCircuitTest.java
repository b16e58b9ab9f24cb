/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Routes that are suspended until a probe and a trial succeed. */
final class AccountErrorCircuitTest extends AccountErrorRoutePolicyFixture {
    private static final int CONSUMERS = 8;
    private static final int REFUSALS = 4;

    @Test
    void anAccountErrorSuspendsTheRouteUntilTheAccountWorksAgain() throws Exception {
        start("work");

        send("work", "one");
        awaitSuspended("work");
        probeFails(refusal());
        probeFails(refusal());
        assertThat(context.getInflightRepository().size()).isPositive();
        refused = false;
        probeSucceeds();
        send("work", "two");

        await().until(() -> done.contains("two"));
        await().until(() -> !isSuspended("work"));
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(probes).hasValue(3);
    }

    @Test
    void aTrialThatFailsSuspendsTheRouteAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        probeSucceeds();
        await().until(() -> !isSuspended("work"));
        send("work", "trial");

        awaitSuspended("work");
        await().until(() -> probes.get() == 2);
        refused = false;
        probeSucceeds();
        send("work", "two");
        await().until(() -> done.contains("two"));
    }

    @Test
    void aTrialThatFailsForAnotherReasonResumesTheRoute() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        refused = false;
        probeSucceeds();
        send("work", "invalid");
        send("work", "two");

        await().until(() -> done.contains("two"));
        assertThat(probes).hasValue(1);
    }

    @Test
    void anUnexpectedFailureOfTheProbeLeavesTheDecisionToTheTrialAndProbingContinues() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        probeFails(new IllegalStateException("unexpected"));
        await().until(() -> !isSuspended("work"));
        send("work", "trial");
        awaitSuspended("work");

        await().until(() -> probes.get() == 2);
    }

    @Test
    void aProbeThatCannotBeSentLeavesTheDecisionToTheTrialAndProbingContinues() throws Exception {
        context.addComponent("test", new TestConsumers());
        policy.setProbe("test:has-no-producer");
        start("work");

        for (int number = 0; number < REFUSALS; number++) {
            send("work", "refused");
        }
        await().until(() -> attempts.get() == REFUSALS);
        refused = false;
        send("work", "two");

        await().until(() -> done.contains("two"));
    }

    @Test
    void exchangesThatFailTogetherSuspendTheRouteOnceAndItResumes() throws Exception {
        CyclicBarrier together = new CyclicBarrier(CONSUMERS);
        start(routes -> route(routes, "seda:many?concurrentConsumers=" + CONSUMERS, "many")
                .process(exchange -> {
                    if (refused) {
                        together.await();
                    }
                    work(exchange);
                }));

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

    @Test
    void routesShareAPolicyAndItsProbe() throws Exception {
        start("work", "other", "unaffected");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        send("other", "one");
        awaitSuspended("other");

        assertThat(isSuspended("unaffected")).isFalse();
        refused = false;
        send("unaffected", "free");
        await().until(() -> done.contains("free"));
        probeFails(refusal());
        probeSucceeds();

        await().until(() -> !isSuspended("work") && !isSuspended("other"));
        assertThat(probes).hasValue(2);
    }

    @Test
    void aConsumerThatCannotBeResumedLeavesTheOtherRoutesUnaffected() throws Exception {
        context.addComponent("test", new TestConsumers());
        addRouteFrom("test:fails-to-resume", "first");
        start("work");
        fail("first");
        await().until(() -> probes.get() == 1);
        send("work", "one");
        awaitSuspended("work");

        probeFails(refusal());
        refused = false;
        probeSucceeds();
        send("work", "two");

        await().until(() -> done.contains("two"));
    }
}

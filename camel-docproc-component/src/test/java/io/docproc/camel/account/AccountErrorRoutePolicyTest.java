/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

/** Suspension of routes after account errors, probes, and trials. */
final class AccountErrorRoutePolicyTest extends AccountErrorFixture {
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
    void aRouteWithoutAccountErrorNeedsNoThread() throws Exception {
        refused = false;
        start("work");
        send("work", "one");
        await().until(() -> done.contains("one"));

        assertThat(probeThreads()).isEmpty();
    }

    @Test
    void anInvalidProbePreventsTheStart() throws Exception {
        policy.setProbe("no-such-component:balance");

        assertThatThrownBy(() -> start("work")).hasMessageContaining("no-such-component://balance");
    }

    @Test
    void aPauseBelowOneMillisecondIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.setPause(0))
                .withMessageContaining("pause is 0")
                .withMessageContaining("at least 1");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.test.Operation;
import io.docproc.test.ServiceRequest;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Application of rules and counting of requests. */
class StubRegistryTest {
    private static final StubRule.Phase PHASE = StubRule.Phase.REQUEST;

    private final StubRegistry<String> registry = new StubRegistry<>();

    @Test
    void delaysAddUpAndTheFirstActionApplies() {
        rule(Operation.EXTRACT, "page", 1000);
        rule(Operation.CROP, "disconnect", 7);
        rule(Operation.CROP, "500", 12);
        delay(30);

        StubRegistry.Claim<String> claim = registry.claim(request(Operation.CROP), PHASE);

        assertThat(claim.delay()).isEqualTo(Duration.ofMillis(42));
        assertThat(claim.action()).contains("500");
    }

    @Test
    void aDelayAfterTheActionAddsUpToo() {
        delay(30);
        rule(Operation.CROP, "500", 12);

        assertThat(registry.claim(request(Operation.CROP), PHASE).delay()).isEqualTo(Duration.ofMillis(42));
    }

    @Test
    void aRuleThatAnotherPrecedesIsNotApplied() {
        StubRule<String> second = rule(Operation.CROP, "page", 0);
        StubRule<String> first = rule(Operation.CROP, "500", 0);

        registry.claim(request(Operation.CROP), PHASE);

        assertThat(first.applied()).isEqualTo(1);
        assertThat(second.applied()).isZero();
    }

    @Test
    void aRuleThatAnotherPrecedesCountsTheRequest() {
        StubRule<String> second = rule(Operation.CROP, "page", 0);
        second.setInterval(2);
        rule(Operation.CROP, "500", 0).setMaximum(1);

        assertThat(actions(Operation.CROP, Operation.CROP)).containsExactly("500", "page");
    }

    @Test
    void intervalAndMaximumTogetherEndTheRuleAfterThatNumberOfApplications() {
        StubRule<String> rule = rule(Operation.CROP, "40306", 0);
        rule.setInterval(2);
        rule.setMaximum(2);

        Operation[] six = new Operation[6];
        java.util.Arrays.fill(six, Operation.CROP);
        assertThat(actions(six)).containsExactly("", "40306", "", "40306", "", "");
    }

    @Test
    void aNegativeNumberOfSkippedRequestsBringsTheFirstApplicationForward() {
        StubRule<String> rule = rule(Operation.CROP, "40306", 0);
        rule.setInterval(3);
        rule.setSkipped(-2);

        assertThat(actions(Operation.CROP, Operation.CROP, Operation.CROP, Operation.CROP))
                .containsExactly("40306", "", "", "40306");
    }

    @Test
    void otherOperationsAreNeitherAffectedNorCounted() {
        rule(Operation.CROP, "40306", 0).setInterval(2);

        assertThat(actions(Operation.CROP, Operation.EXTRACT, Operation.CROP)).containsExactly("", "", "40306");
    }

    @Test
    void aRemovedRuleDoesNotApply() {
        registry.remove(rule(Operation.CROP, "500", 0));

        assertThat(actions(Operation.CROP)).containsExactly("");
    }

    private List<String> actions(Operation... calls) {
        List<String> actions = new ArrayList<>();
        for (Operation call : calls) {
            actions.add(registry.claim(request(call), PHASE).action().orElse(""));
        }
        return actions;
    }

    private StubRule<String> rule(Operation operation, String action, long delayMillis) {
        StubRule<String> rule = new StubRule<>(request -> request.operation() == operation, Optional.of(action), PHASE);
        rule.setDelay(Duration.ofMillis(delayMillis));
        registry.add(rule);
        return rule;
    }

    private void delay(long millis) {
        StubRule<String> rule = new StubRule<>(request -> true, Optional.empty(), PHASE);
        rule.setDelay(Duration.ofMillis(millis));
        registry.add(rule);
    }

    private static ServiceRequest request(Operation operation) {
        return ServiceRequest.of(operation, URI.create("http://127.0.0.1"), "POST", "/", Map.of());
    }
}

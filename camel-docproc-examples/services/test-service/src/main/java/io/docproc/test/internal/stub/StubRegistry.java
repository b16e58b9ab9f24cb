/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import io.docproc.test.ServiceRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Programmed actions; the most recently added one takes precedence. Thread-safe.
 *
 * @param <A> type of the actions
 */
public final class StubRegistry<A> {
    private final List<StubRule<A>> rules = new CopyOnWriteArrayList<>();

    /**
     * Actions of the rules that apply to a request.
     *
     * @param delay the sum of the delays of the applied rules
     * @param action the first action; empty if only delays apply
     */
    public record Claim<A>(Duration delay, Optional<A> action) {}

    /** Adds a rule that takes precedence over all others. */
    public void add(StubRule<A> rule) {
        rules.add(0, rule);
    }

    /** Removes a rule. */
    public void remove(StubRule<?> rule) {
        rules.remove(rule);
    }

    /** Returns the delay and action for a request, and counts the request at each rule that it matches. */
    public synchronized Claim<A> claim(ServiceRequest request, StubRule.Phase phase) {
        Duration delay = Duration.ZERO;
        Optional<A> action = Optional.empty();
        for (StubRule<A> rule : rules) {
            if (rule.isDue(request, phase) && (action.isEmpty() || rule.action().isEmpty())) {
                rule.countApplied();
                delay = delay.plus(rule.delay());
                action = action.or(rule::action);
            }
        }
        return new Claim<>(delay, action);
    }
}

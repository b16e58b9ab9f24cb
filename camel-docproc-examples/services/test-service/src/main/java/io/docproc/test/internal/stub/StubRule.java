/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import io.docproc.test.ServiceRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A programmed action with its condition and limits. Thread-safe.
 *
 * @param <A> type of the action
 */
public final class StubRule<A> {
    /** Time at which rules are matched. */
    public enum Phase {
        /** Before the request body is read, when only the request line is available. */
        REQUEST_LINE,
        /** After the request was read and its parameters were checked. */
        REQUEST
    }

    private final Predicate<ServiceRequest> condition;
    private final Optional<A> action;
    private Phase phase;
    private Duration delay = Duration.ZERO;
    private int skipped;
    private int interval = 1;
    private Optional<Integer> maximum = Optional.empty();
    private int matched;
    private int applied;

    /**
     * Creates a rule that applies to every request that fulfils the condition.
     *
     * @param action the action; empty for a rule that only delays the request
     */
    public StubRule(Predicate<ServiceRequest> condition, Optional<A> action, Phase phase) {
        this.condition = condition;
        this.action = action;
        this.phase = phase;
    }

    /** Returns the action; empty if the rule only delays. */
    Optional<A> action() {
        return action;
    }

    /** Sets the time at which the rule is matched. */
    public synchronized void setPhase(Phase value) {
        phase = value;
    }

    /** Sets the delay before the action. */
    public synchronized void setDelay(Duration value) {
        delay = value;
    }

    /** Returns the delay before the action. */
    synchronized Duration delay() {
        return delay;
    }

    /** Sets how many matching requests are skipped first; a negative number brings the first application forward. */
    public synchronized void setSkipped(int value) {
        skipped = value;
    }

    /** Applies the rule to each nth matching request only. */
    public synchronized void setInterval(int value) {
        interval = value;
    }

    /** Sets how often the rule applies. */
    public synchronized void setMaximum(int value) {
        maximum = Optional.of(value);
    }

    /** Returns how often the rule was applied. */
    public synchronized int applied() {
        return applied;
    }

    /** Counts the request if it matches, and returns whether the rule is due. */
    synchronized boolean isDue(ServiceRequest request, Phase current) {
        if (phase != current || maximum.filter(it -> applied >= it).isPresent() || !condition.test(request)) {
            return false;
        }
        int index = matched - skipped;
        matched++;
        return index >= 0 && (index + 1) % interval == 0;
    }

    synchronized void countApplied() {
        applied++;
    }
}

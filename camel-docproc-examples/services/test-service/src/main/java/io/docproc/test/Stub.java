/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
import java.time.Duration;

/**
 * Programmed response or fault. Applies to each matching call until the service is reset, unless it is limited. If
 * several stubs apply, the most recently added one takes precedence. A call to which no stub applies gets the default
 * response. Each matching call counts for {@link #skip} and {@link #every}, even if another stub takes precedence.
 * Thread-safe.
 */
public final class Stub {
    private final StubRule<?> rule;
    private final StubRegistry<?> registry;
    private final Kind kind;

    /** Distinguishes stubs that may apply before the request body is read. */
    enum Kind {
        UNCONDITIONAL,
        CONDITIONAL
    }

    Stub(StubRule<?> rule, StubRegistry<?> registry, Kind kind) {
        this.rule = rule;
        this.registry = registry;
        this.kind = kind;
    }

    /**
     * Limits how often the stub applies.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Stub times(int times) {
        rule.setMaximum(atLeast("times", 1, times));
        return this;
    }

    /**
     * Skips the first matching calls.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public Stub skip(int calls) {
        rule.setSkipped(atLeast("skip", 0, calls));
        return this;
    }

    /**
     * Applies to every nth matching call only, after those that are skipped.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Stub every(int calls) {
        rule.setInterval(atLeast("every", 1, calls));
        return this;
    }

    /**
     * Applies to one matching call, and from there to every nth.
     *
     * @param first the number of the first call, counted from 1
     * @throws IllegalArgumentException if a number is less than 1
     */
    public Stub every(int calls, int first) {
        rule.setSkipped(atLeast("first", 1, first) - atLeast("every", 1, calls));
        rule.setInterval(calls);
        return this;
    }

    /**
     * Waits before the action. The wait ends when the service is closed.
     *
     * @throws IllegalArgumentException if the delay is negative
     */
    public Stub delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("The delay is " + delay + "; allowed are delays of 0 or more.");
        }
        rule.setDelay(delay);
        return this;
    }

    /**
     * Applies before the request body is read and checked, so that calls with invalid parameters count too. A fault
     * that does not need the request responds without reading it, as a gateway that rejects an upload does; the call
     * log then shows neither document nor file name. Takes precedence over all stubs without this
     * setting.
     *
     * @throws IllegalStateException if the stub has a condition
     */
    public Stub beforeRequestBody() {
        if (kind != Kind.UNCONDITIONAL) {
            throw new IllegalStateException("beforeRequestBody() is available to stubs without condition, because a"
                    + " condition needs the request body.");
        }
        rule.setPhase(StubRule.Phase.REQUEST_LINE);
        return this;
    }

    /** Removes the stub. Calls to which it was already applied keep their response. */
    public void remove() {
        registry.remove(rule);
    }

    /** Returns how often the stub was applied. */
    public int applied() {
        return rule.applied();
    }

    private static int atLeast(String name, int minimum, int value) {
        if (value < minimum) {
            throw new IllegalArgumentException(name + " is " + value + "; allowed are numbers from " + minimum + ".");
        }
        return value;
    }
}

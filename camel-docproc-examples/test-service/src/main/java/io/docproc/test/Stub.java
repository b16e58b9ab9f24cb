/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.stub.StubRule;
import java.time.Duration;

/**
 * A programmed response or fault. Applies to each matching call until the service is reset, unless it is limited. The
 * stub that was added last precedes. A stub that does not apply leaves the call to the next one, and finally to the
 * default response. Thread-safe.
 */
public final class Stub {
    private final StubRule<?> rule;
    private final Kind kind;

    /** Tells which stubs may precede the request body. */
    enum Kind {
        UNCONDITIONAL_FAULT,
        RESPONSE
    }

    Stub(StubRule<?> rule, Kind kind) {
        this.rule = rule;
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
     * Waits before the action. The wait occupies no thread, and ends when the service is closed.
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
     * Applies before the request body is read, as the error of a gateway that rejects an upload. The call log then shows
     * neither document nor file name. Precedes all stubs without this setting.
     *
     * @throws IllegalStateException if the stub has a condition or needs the request for its response
     */
    public Stub withoutReadingBody() {
        if (kind != Kind.UNCONDITIONAL_FAULT) {
            throw new IllegalStateException(
                    "withoutReadingBody() is available to fail, failWithStatus and disconnect of a"
                            + " stub without condition; this stub needs the request body.");
        }
        rule.setPhase(StubRule.Phase.REQUEST_LINE);
        return this;
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Programmed response or fault. Applies to each matching call until the service is reset, unless it is limited. If
 * several stubs apply, the most recently added one takes precedence. A call to which no stub applies gets the default
 * response. Each matching call counts for {@link #skip} and {@link #every}, even if another stub takes precedence. An
 * invalid number is an {@link IllegalArgumentException}. Thread-safe.
 */
public final class Stub {
    private final List<Stub> stubs;
    private final Predicate<ServiceRequest> condition;
    private final boolean conditional;
    private final Action action;
    private boolean early;
    private Duration delay = Duration.ZERO;
    private int skipped;
    private int interval = 1;
    private int maximum = Integer.MAX_VALUE;
    private int matched;
    private int applied;

    /** What the stubs do with a request: the sum of their delays, and the first action or {@link Action#NONE}. */
    record Claim(Duration delay, Action action) {}

    Stub(List<Stub> stubs, Predicate<ServiceRequest> condition, boolean conditional, Action action) {
        this.stubs = stubs;
        this.condition = condition;
        this.conditional = conditional;
        this.action = action;
        this.early = action.kind() == Action.Kind.DISCONNECT;
        stubs.add(0, this);
    }

    /** Counts the request at each stub that it matches. */
    static Claim claim(List<Stub> stubs, ServiceRequest request, boolean early) {
        synchronized (stubs) {
            Claim claim = new Claim(Duration.ZERO, Action.NONE);
            for (Stub stub : stubs) {
                claim = stub.apply(claim, request, early);
            }
            return claim;
        }
    }

    private synchronized Claim apply(Claim claim, ServiceRequest request, boolean beforeBody) {
        if (early != beforeBody || applied >= maximum || !condition.test(request)) {
            return claim;
        }
        int index = matched++ - skipped;
        boolean due = index >= 0 && (index + 1) % interval == 0;
        if (!due || (claim.action.isSet() && action.isSet())) {
            return claim;
        }
        applied++;
        return new Claim(claim.delay.plus(delay), claim.action.isSet() ? claim.action : action);
    }

    /** Limits how often the stub applies. */
    public synchronized Stub times(int times) {
        maximum = atLeast("times", 1, times);
        return this;
    }

    /** Skips the first matching calls. */
    public synchronized Stub skip(int calls) {
        skipped = atLeast("skip", 0, calls);
        return this;
    }

    /** Applies to every nth matching call only, after those that are skipped. */
    public synchronized Stub every(int calls) {
        interval = atLeast("every", 1, calls);
        return this;
    }

    /**
     * Applies to one matching call, and from there to every nth.
     *
     * @param first the number of the first call, counted from 1
     * @throws IllegalArgumentException if a number is less than 1
     */
    public synchronized Stub every(int calls, int first) {
        skipped = atLeast("first", 1, first) - atLeast("every", 1, calls);
        interval = calls;
        return this;
    }

    /** Waits before the action. The wait ends when the service is closed. */
    public synchronized Stub delay(Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("The delay is " + value + "; allowed are delays of 0 or more.");
        }
        delay = value;
        return this;
    }

    /**
     * Applies before the request body is read and checked, so that calls with invalid parameters count too. A fault
     * that does not need the request responds without reading it, as a gateway that rejects an upload does; the call
     * log then shows neither document nor file name. Takes precedence over all stubs without this setting. Throws an
     * {@link IllegalStateException} if the stub has a condition.
     */
    public synchronized Stub beforeRequestBody() {
        if (conditional) {
            throw new IllegalStateException("beforeRequestBody() is available to stubs without condition, because a"
                    + " condition needs the request body.");
        }
        early = true;
        return this;
    }

    /** Removes the stub. Calls to which it was already applied keep their response. */
    public void remove() {
        stubs.remove(this);
    }

    /** Returns how often the stub was applied. */
    public synchronized int applied() {
        return applied;
    }

    private static int atLeast(String name, int minimum, int value) {
        if (value < minimum) {
            throw new IllegalArgumentException(name + " is " + value + "; allowed are numbers from " + minimum + ".");
        }
        return value;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Programs faults of callbacks: first the conditions on the request that created the job, then the fault. A job without
 * callback URL has no callback.
 */
public final class CallbackStubbing {
    private final List<Stub> stubs;
    private Predicate<ServiceRequest> condition = request -> true;

    CallbackStubbing(List<Stub> stubs) {
        this.stubs = stubs;
    }

    /** Restricts the fault to jobs of documents with this name. */
    public CallbackStubbing fileName(String fileName) {
        return matching(request -> request.fileName().filter(fileName::equals).isPresent());
    }

    /** Restricts the fault to jobs whose request fulfils a condition, in addition to earlier conditions. */
    public CallbackStubbing matching(Predicate<ServiceRequest> predicate) {
        condition = condition.and(predicate);
        return this;
    }

    /** Delays the callback, in addition to other delays, and leaves it to the next fault. */
    public Stub delay(Duration delay) {
        return add(Action.Kind.NONE).delay(delay);
    }

    /** Does not send the callback. */
    public Stub lose() {
        return add(Action.Kind.LOSE);
    }

    /** Sends the callback again after the first one was responded to. */
    public Stub duplicate() {
        return add(Action.Kind.DUPLICATE);
    }

    /** Sends the callback twice at the same time. */
    public Stub duplicateConcurrently() {
        return add(Action.Kind.DUPLICATE_CONCURRENTLY);
    }

    /** Sends the callback after the callback of the next job, at the latest after 2 seconds. */
    public Stub reorder() {
        return add(Action.Kind.REORDER);
    }

    /**
     * Sends forged callbacks before the regular one. They report a failed job: one for each query parameter of the
     * callback URL with a changed value, and one without query.
     */
    public Stub forge() {
        return add(Action.Kind.FORGE);
    }

    private Stub add(Action.Kind kind) {
        return new Stub(stubs, condition, true, Action.of(kind));
    }
}

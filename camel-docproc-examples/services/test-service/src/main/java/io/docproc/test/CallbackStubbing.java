/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.stub.CallbackAction;
import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Programs faults of callbacks: first the conditions on the request that created the job, then the fault. A job without
 * callback URL has no callback.
 */
public final class CallbackStubbing {
    private final StubRegistry<CallbackAction> registry;
    private Predicate<ServiceRequest> condition = request -> true;

    CallbackStubbing(StubRegistry<CallbackAction> registry) {
        this.registry = registry;
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
        return add(Optional.empty()).delay(delay);
    }

    /** Does not send the callback. */
    public Stub lose() {
        return addAction(CallbackAction.LOSE);
    }

    /** Sends the callback again after the first one was responded to. */
    public Stub duplicate() {
        return addAction(CallbackAction.DUPLICATE);
    }

    /** Sends the callback twice at the same time. */
    public Stub duplicateConcurrently() {
        return addAction(CallbackAction.DUPLICATE_CONCURRENTLY);
    }

    /** Sends the callback after the callback of the next job, at the latest after 2 seconds. */
    public Stub reorder() {
        return addAction(CallbackAction.REORDER);
    }

    /**
     * Sends forged callbacks before the regular one. They report a failed job: one for each query parameter of the
     * callback URL with a changed value, and one without query.
     */
    public Stub forge() {
        return addAction(CallbackAction.FORGE);
    }

    private Stub addAction(CallbackAction action) {
        return add(Optional.of(action));
    }

    private Stub add(Optional<CallbackAction> action) {
        StubRule<CallbackAction> rule = new StubRule<>(condition, action, StubRule.Phase.REQUEST);
        registry.add(rule);
        return new Stub(rule, registry, Stub.Kind.CONDITIONAL);
    }
}

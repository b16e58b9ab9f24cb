/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import io.docproc.test.ServiceRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Programmed actions; the one that was added last precedes. Thread-safe.
 *
 * @param <A> type of the actions
 */
public final class StubRegistry<A> {
    private final List<StubRule<A>> rules = new CopyOnWriteArrayList<>();

    /** Adds a rule that precedes all others. */
    public void add(StubRule<A> rule) {
        rules.add(0, rule);
    }

    /** Returns the rule that applies to a request, and counts it. */
    public Optional<StubRule<A>> claim(ServiceRequest request, StubRule.Phase phase) {
        return rules.stream().filter(it -> it.claim(request, phase)).findFirst();
    }
}

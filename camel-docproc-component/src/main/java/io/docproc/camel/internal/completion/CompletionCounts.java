/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts completions of parse jobs by outcome. Callbacks and polls are counted together. Thread-safe. */
public final class CompletionCounts {
    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);

    /** Outcome of a completion. */
    public enum Outcome {
        /** The route has processed the completion. */
        PROCESSED,
        /** This node or another one has processed the completion already, or is processing it. */
        DUPLICATE,
        /** The route or a store failed. A later callback or poll can deliver the completion again. */
        FAILED,
        /** The completion was not accepted. Examples: invalid signature, invalid body, body too large, no capacity. */
        REFUSED;

        /** Returns the name as in tags and tables: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates counts that start at zero. */
    public CompletionCounts() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /** Counts a completion. */
    public void add(Outcome outcome) {
        counts.get(outcome).increment();
    }

    /** Returns the number of completions with this outcome. */
    public long count(Outcome outcome) {
        return counts.get(outcome).sum();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many completions have come, by what became of them; callbacks and the answers to questions together. */
public final class ReceptionCounts {
    private final Map<End, LongAdder> counts = new EnumMap<>(End.class);

    /** What can become of what is brought. */
    public enum End {
        /** The route has processed it. */
        PROCESSED,
        /** It was, or is being, processed already, here or on another node. */
        DUPLICATE,
        /** The route failed, or a store did: it is brought again. */
        FAILED,
        /** It was not taken: not signed, not a completion, too large. */
        REFUSED
    }

    /** All zero. */
    public ReceptionCounts() {
        for (End end : End.values()) {
            counts.put(end, new LongAdder());
        }
    }

    void add(End end) {
        counts.get(end).increment();
    }

    /** How many ended so. */
    public long count(End end) {
        return counts.get(end).sum();
    }
}

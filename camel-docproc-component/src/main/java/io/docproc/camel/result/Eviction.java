/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.time.Duration;
import java.time.Instant;

/**
 * Criteria for the removal of content.
 *
 * @param now the current time
 * @param timeToLive the age at which content expires
 * @param maxSize the maximum total size in bytes
 */
record Eviction(Instant now, Duration timeToLive, long maxSize) {
    /** Much longer than any response takes to arrive, so the writer of an older incomplete content has died. */
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    /** Returns the time at or before which expired content was stored. */
    Instant expiredAt() {
        return now.minus(timeToLive);
    }

    /**
     * Returns the time before which abandoned content was opened for writing. It was not committed and never will be.
     */
    Instant abandonedBefore() {
        return now.minus(ABANDONED_AFTER);
    }

    /**
     * Returns the number of bytes to remove. It is larger than necessary, so that not every new result evicts an old
     * one.
     */
    long excess(long totalSize) {
        return totalSize <= maxSize ? 0 : totalSize - (maxSize - maxSize / 10);
    }
}

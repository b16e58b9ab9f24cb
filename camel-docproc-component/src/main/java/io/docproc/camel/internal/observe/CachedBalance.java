/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An account's balance, or the reason why it could not be retrieved.
 *
 * @param at the time of the reading, for display
 * @param nanos the time of the reading on the monotonic clock, for its age
 * @param balance the balance; empty if the call failed
 * @param failure the reason for the failure; empty if the call succeeded
 */
record CachedBalance(Instant at, long nanos, Optional<Balance> balance, Optional<Throwable> failure) {

    /** Returns whether the reading is at most this old. */
    boolean isWithin(Duration age, long nanosNow) {
        return nanosNow - nanos <= age.toNanos();
    }
}

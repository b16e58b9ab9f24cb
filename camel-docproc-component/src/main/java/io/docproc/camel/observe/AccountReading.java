/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was learnt of an account: its balance, or why it could not be asked for.
 *
 * @param at when, as people tell time
 * @param nanos when, on the clock by which its age is told
 * @param balance the balance, if the service told it
 * @param failure why it did not
 */
record AccountReading(Instant at, long nanos, Optional<Balance> balance, Optional<Throwable> failure) {

    /** Whether it is not older than that. */
    boolean isWithin(Duration age, long nanosNow) {
        return nanosNow - nanos <= age.toNanos();
    }
}

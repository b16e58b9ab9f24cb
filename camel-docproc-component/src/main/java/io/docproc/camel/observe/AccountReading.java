/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was learnt of an account: its balance, or why it could not be asked for.
 *
 * @param at when
 * @param balance the balance, if the service told it
 * @param failure why it did not
 */
record AccountReading(Instant at, Optional<Balance> balance, Optional<Throwable> failure) {
    static AccountReading of(Balance balance, Instant at) {
        return new AccountReading(at, Optional.of(balance), Optional.empty());
    }

    static AccountReading failed(Throwable failure, Instant at) {
        return new AccountReading(at, Optional.empty(), Optional.of(failure));
    }

    /** Whether it is not older than that. */
    boolean isWithin(Duration age, Instant now) {
        return !at.plus(age).isBefore(now);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Reservations whose slots a waiting call has missed because the response of the store came too late. Single late
 * responses, and slots that are far apart, are no failure. Not thread-safe.
 */
final class MissedReservations {
    private static final int MIN_NUMBER = 5;

    private final Duration timeout;
    private OptionalLong since = OptionalLong.empty();
    private int number;

    /**
     * Creates an object without missed reservations.
     *
     * @param timeout time after which a call fails that misses all of its slots
     */
    MissedReservations(Duration timeout) {
        this.timeout = timeout;
    }

    /** Forgets all missed reservations. */
    void reset() {
        since = OptionalLong.empty();
        number = 0;
    }

    /**
     * Adds a reservation.
     *
     * @param now current time in nanoseconds
     * @param reservationNanos duration of the last reservations
     * @throws RateLimiterException if the call has missed at least five reservations, for at least the timeout
     */
    void add(long now, long reservationNanos) {
        number++;
        if (since.isEmpty()) {
            since = OptionalLong.of(now);
        }
        Duration duration = Duration.ofNanos(now - since.getAsLong());
        if (number >= MIN_NUMBER && duration.compareTo(timeout) >= 0) {
            throw new RateLimiterException(
                    "the store of the shared rate limiter responds too slowly: the call has missed its slots for "
                            + duration.toMillis() + " ms (storeTimeout is " + timeout.toMillis()
                            + " ms), and the last reservation took "
                            + Duration.ofNanos(reservationNanos).toMillis()
                            + " ms; nothing was sent; retry when the store responds faster",
                    null);
        }
    }
}

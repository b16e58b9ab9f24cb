/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import io.docproc.local.ServiceException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** The account's QPS limit: at most so many calls in any window of one second. */
public final class RequestRate {
    private static final int EXCEEDED = 40306;
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private final int callsPerSecond;
    private final Clock clock;
    private final Deque<Instant> admitted = new ArrayDeque<>();

    /** @param callsPerSecond how many calls a second; 0 for no limit */
    public RequestRate(int callsPerSecond, Clock clock) {
        this.callsPerSecond = callsPerSecond;
        this.clock = clock;
    }

    /**
     * Counts one call. Calls that are refused do not count.
     *
     * @throws ServiceException 40306 if the second is used up
     */
    public synchronized void admit() {
        if (callsPerSecond == 0) {
            return;
        }
        Instant now = clock.instant();
        while (!admitted.isEmpty() && !admitted.peekFirst().isAfter(now.minus(WINDOW))) {
            admitted.removeFirst();
        }
        if (admitted.size() >= callsPerSecond) {
            throw new ServiceException(EXCEEDED, "QPS limit exceeded: at most " + callsPerSecond + " a second");
        }
        admitted.addLast(now);
    }
}

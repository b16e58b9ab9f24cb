/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import io.docproc.test.ServiceErrorException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Rate limit of the account: a maximum of calls within any second. Thread-safe. */
public final class RateWindow {
    private static final int EXCEEDED = 40306;
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private final Clock clock;
    private final Deque<Instant> admitted = new ArrayDeque<>();
    private int callsPerSecond;

    /** Creates a window with a maximum; 0 for no limit. */
    public RateWindow(int callsPerSecond, Clock clock) {
        this.callsPerSecond = callsPerSecond;
        this.clock = clock;
    }

    /** Sets the maximum; 0 for no limit. */
    public synchronized void setCallsPerSecond(int calls) {
        callsPerSecond = calls;
    }

    /**
     * Counts a call. Rejected calls do not count.
     *
     * @throws ServiceErrorException 40306 if the limit is exceeded
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
            throw new ServiceErrorException(EXCEEDED, "QPS limit exceeded: at most " + callsPerSecond + " a second");
        }
        admitted.addLast(now);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Counts the calls that arrive at the service in a sliding window of one second. Thread-safe. */
final class ArrivalCounter {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Deque<Long> lastSecond = new ArrayDeque<>();
    private long total;
    private long rejected;
    private long maxPerSecond;
    private long first;
    private long last;

    /** Counts an arrival and returns whether it is within the rate limit. */
    synchronized boolean arrive(int limit) {
        last = System.nanoTime();
        if (total++ == 0) {
            first = last;
        }
        while (!lastSecond.isEmpty() && last - lastSecond.peekFirst() >= SECOND) {
            lastSecond.removeFirst();
        }
        lastSecond.addLast(last);
        maxPerSecond = Math.max(maxPerSecond, lastSecond.size());
        boolean within = lastSecond.size() <= limit;
        rejected += within ? 0 : 1;
        return within;
    }

    /** Returns total, rejected calls, maximum per second, and nanoseconds from the first to the last arrival. */
    synchronized String report() {
        return total + " " + rejected + " " + maxPerSecond + " " + (last - first);
    }
}

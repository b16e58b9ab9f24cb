/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Counts the calls that arrive at the service in a sliding window of one second. Thread-safe. */
final class ArrivalCounter {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Deque<Long> lastSecond = new ArrayDeque<>();
    private long total;
    private long rejected;
    private long maxPerSecond;
    private long first;
    private long last;
    private boolean rejectNext;
    private final List<Arrival> arrivals = new ArrayList<>();

    private record Arrival(long time, boolean accepted) {}

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
        boolean within = lastSecond.size() <= limit && !rejectNext;
        rejectNext = false;
        rejected += within ? 0 : 1;
        arrivals.add(new Arrival(last, within));
        return within;
    }

    /** Rejects the next call. */
    synchronized void rejectNext() {
        rejectNext = true;
    }

    /** Returns how long ago each call arrived, in nanoseconds, and forgets the calls. Ages of rejected ones are negative. */
    synchronized String takeAges() {
        long now = System.nanoTime();
        String ages = arrivals.stream()
                .map(arrival -> Long.toString(arrival.accepted ? now - arrival.time : arrival.time - now))
                .collect(Collectors.joining(" "));
        arrivals.clear();
        return ages;
    }

    /** Returns total, rejected calls, maximum per second, and nanoseconds from the first to the last arrival. */
    synchronized String report() {
        return total + " " + rejected + " " + maxPerSecond + " " + (last - first);
    }
}

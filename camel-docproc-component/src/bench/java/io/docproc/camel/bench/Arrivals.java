/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Calls as they arrive at the service, counted over every second that ends with an arrival. */
final class Arrivals {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Deque<Long> lastSecond = new ArrayDeque<>();
    private long total;
    private long refused;
    private long most;
    private long first;
    private long last;

    /** Counts an arrival, and tells whether it is within the quota. */
    synchronized boolean arrive(int quota) {
        last = System.nanoTime();
        if (total++ == 0) {
            first = last;
        }
        while (!lastSecond.isEmpty() && last - lastSecond.peekFirst() >= SECOND) {
            lastSecond.removeFirst();
        }
        lastSecond.addLast(last);
        most = Math.max(most, lastSecond.size());
        boolean within = lastSecond.size() <= quota;
        refused += within ? 0 : 1;
        return within;
    }

    /** Total, refused, most in any second, and nanoseconds from the first to the last. */
    synchronized String report() {
        return total + " " + refused + " " + most + " " + (last - first);
    }
}

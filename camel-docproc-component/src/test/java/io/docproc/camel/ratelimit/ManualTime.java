/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.TimeMeter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;

/** Clock that advances only by waits; each wait returns immediately. */
final class ManualTime implements TimeMeter, BlockingStrategy {
    private final Deque<Runnable> duringNextWaits = new ArrayDeque<>();
    private final TreeMap<Long, Long> pauses = new TreeMap<>();
    private long now = -5_000_000_000L;

    @Override
    public long currentTimeNanos() {
        return now;
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }

    @Override
    public void park(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        now += nanos;
        while (!pauses.isEmpty() && pauses.firstKey() <= now) {
            var pause = pauses.pollFirstEntry();
            now = Math.max(now, pause.getKey() + pause.getValue());
        }
        if (!duringNextWaits.isEmpty()) {
            duringNextWaits.poll().run();
        }
    }

    void pass(long nanos) {
        now += nanos;
    }

    /** Lets the application pause at a time, such as during a garbage collection: a wait that contains it ends after it. */
    void pauseAt(long start, long nanos) {
        pauses.put(start, nanos);
    }

    /** Runs an event at the end of the next wait; further events run at the end of the waits after it. */
    void duringNextWait(Runnable event) {
        duringNextWaits.add(event);
    }
}

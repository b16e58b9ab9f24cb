/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.TimeMeter;
import java.util.ArrayDeque;
import java.util.Deque;

/** Clock that advances only by waits; each wait returns immediately. */
final class ManualTime implements TimeMeter, BlockingStrategy {
    private final Deque<Runnable> duringNextWaits = new ArrayDeque<>();
    private long now = -5_000_000_000L;

    @Override
    public synchronized long currentTimeNanos() {
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
        pass(nanos);
        if (!duringNextWaits.isEmpty()) {
            duringNextWaits.poll().run();
        }
    }

    synchronized void pass(long nanos) {
        now += nanos;
    }

    /** Runs an event at the end of the next wait; further events run at the end of the waits after it. */
    void duringNextWait(Runnable event) {
        duringNextWaits.add(event);
    }
}

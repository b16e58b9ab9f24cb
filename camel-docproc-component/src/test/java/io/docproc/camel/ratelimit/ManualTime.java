/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.TimeMeter;
import java.util.ArrayDeque;
import java.util.Deque;

/** A clock that only waiting moves on: whoever waits is at once where it wanted to be. */
final class ManualTime implements TimeMeter, BlockingStrategy {
    private final Deque<Runnable> duringNextWaits = new ArrayDeque<>();
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
        if (!duringNextWaits.isEmpty()) {
            duringNextWaits.poll().run();
        }
    }

    void pass(long nanos) {
        now += nanos;
    }

    /** Happens while the next waiting, and each after it in turn, is nearly over. */
    void duringNextWait(Runnable event) {
        duringNextWaits.add(event);
    }
}

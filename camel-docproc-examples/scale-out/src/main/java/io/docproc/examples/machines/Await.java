/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Polls for conditions that other processes fulfil. */
final class Await {
    private static final int PAUSE_MILLIS = 100;

    private Await() {}

    /** Returns when the condition holds or the timeout has elapsed. */
    static void until(Callable<Boolean> condition, Duration timeout) throws Exception {
        CountDownLatch pause = new CountDownLatch(1);
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.call() && System.nanoTime() - end < 0) {
            pause.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}

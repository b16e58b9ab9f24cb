/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for what other processes do, which nobody announces. */
final class Waiting {
    private static final int PAUSE_MILLIS = 100;

    private Waiting() {}

    /** Returns once the condition holds, or patience is at its end. */
    static void until(Callable<Boolean> condition, Duration patience) throws Exception {
        CountDownLatch pause = new CountDownLatch(1);
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.call() && System.nanoTime() - end < 0) {
            pause.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}

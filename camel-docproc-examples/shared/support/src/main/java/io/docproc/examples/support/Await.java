/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.camel.util.StopWatch;

/** Waits for the next step of a demonstration. */
public final class Await {
    private static final long TIMEOUT = TimeUnit.MINUTES.toMillis(5);

    private Await() {}

    /**
     * Waits until a condition is true.
     *
     * @param running false if the condition cannot become true any more
     * @throws IllegalStateException if nothing is running, or after 5 minutes
     */
    public static void until(BooleanSupplier condition, BooleanSupplier running) throws InterruptedException {
        StopWatch watch = new StopWatch();
        while (!condition.getAsBoolean()) {
            if (watch.taken() > TIMEOUT || !running.getAsBoolean()) {
                throw new IllegalStateException("the demonstration has not completed");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}

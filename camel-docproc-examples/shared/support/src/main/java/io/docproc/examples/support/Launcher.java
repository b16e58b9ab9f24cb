/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.util.StopWatch;

/** Runs an example as a program. */
public final class Launcher {
    private static final long TIMEOUT = TimeUnit.MINUTES.toMillis(5);

    private Launcher() {}

    /**
     * Runs an example and exits the process: with status 1 if the run cannot start or is not successful.
     *
     * @param run returns true if the run is successful
     */
    public static void run(Callable<Boolean> run) throws Exception {
        boolean successful;
        try {
            successful = run.call();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
            successful = false;
        } catch (PropertyBindingException
                | IllegalArgumentException
                | FailedToCreateRouteException
                | FailedToStartRouteException e) {
            System.err.println("The example cannot start: " + rootCause(e).getMessage());
            successful = false;
        }
        // The idle timer of Camel Main has a thread that never ends.
        System.exit(successful ? 0 : 1);
    }

    private static Throwable rootCause(Throwable failure) {
        return failure.getCause() == null ? failure : rootCause(failure.getCause());
    }

    /**
     * Waits until a condition is true.
     *
     * @param running false if the condition cannot become true any more
     * @throws IllegalStateException if nothing is running, or after 5 minutes
     */
    public static void await(BooleanSupplier condition, BooleanSupplier running) throws InterruptedException {
        StopWatch watch = new StopWatch();
        while (!condition.getAsBoolean()) {
            if (watch.taken() > TIMEOUT || !running.getAsBoolean()) {
                throw new IllegalStateException("the demonstration has not completed");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}

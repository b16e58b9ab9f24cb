/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Timer whose task the test runs. */
public final class ManualTimer implements CallsInFlight.Timer {
    private final CompletableFuture<Void> scheduled = new CompletableFuture<>();
    private volatile Runnable task = () -> {};

    @Override
    public CompletableFuture<Void> schedule(Runnable task, Duration delay) {
        this.task = task;
        return scheduled;
    }

    /** Runs the scheduled task. */
    public void expire() {
        task.run();
    }

    /** Returns the scheduled task. */
    public CompletableFuture<Void> scheduled() {
        return scheduled;
    }
}

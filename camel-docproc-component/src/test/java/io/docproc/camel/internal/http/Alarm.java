/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Time that is up when the test says so. */
public final class Alarm implements CallDeadline.Timer {
    private final CompletableFuture<Void> scheduled = new CompletableFuture<>();
    private volatile Runnable task = () -> {};

    @Override
    public CompletableFuture<Void> schedule(Runnable task, Duration delay) {
        this.task = task;
        return scheduled;
    }

    /** A callTimeout of an hour. */
    public CallDeadline limit() {
        return new CallDeadline("callTimeout", Duration.ofHours(1), this);
    }

    /** The hour is over. */
    public void ring() {
        task.run();
    }

    /** What was scheduled. */
    public CompletableFuture<Void> scheduled() {
        return scheduled;
    }
}

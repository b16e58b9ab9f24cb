/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Shutdown hook for Ctrl-C: documents in flight are completed, the others stay in the inbox. */
public final class GracefulStop implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop ends the run; called on Ctrl-C */
    public GracefulStop(Runnable stop) {
        hook = new Thread(() -> {
            stop.run();
            awaitFinish();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitFinish() {
        try {
            finished.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook itself ended the run
        }
    }
}

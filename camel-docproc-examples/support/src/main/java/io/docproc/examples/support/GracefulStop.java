/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C end the run as an empty inbox does: what is being worked on is finished, the rest stays where it is. */
public final class GracefulStop implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop makes the run end; called on Ctrl-C */
    public GracefulStop(Runnable stop) {
        hook = new Thread(() -> {
            stop.run();
            awaitFinish();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitFinish() {
        try {
            finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // the hook is what ended the run
        }
    }
}

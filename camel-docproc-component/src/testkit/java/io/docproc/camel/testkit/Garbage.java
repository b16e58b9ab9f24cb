/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Collects garbage once for all tests that ask for it at about the same time, because a collection stops all of them. */
public final class Garbage {
    private static final int DELAY_MILLIS = 200;

    private static CompletableFuture<Void> next;

    private Garbage() {}

    /** Returns after a collection that has started after the call. */
    public static void collect() {
        nextCollection().join();
    }

    private static synchronized CompletableFuture<Void> nextCollection() {
        if (next == null) {
            next = CompletableFuture.runAsync(
                    Garbage::collectNow, CompletableFuture.delayedExecutor(DELAY_MILLIS, TimeUnit.MILLISECONDS));
        }
        return next;
    }

    private static void collectNow() {
        synchronized (Garbage.class) {
            next = null;
        }
        System.gc();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;

/** Stops contexts while calls are in flight. */
public final class ContextStops {
    private ContextStops() {}

    /** Stops a context in the background and returns when the stop has begun. */
    public static CompletableFuture<Void> stop(CamelContext context) {
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(context::stop);
        await().until(() -> context.isStopping() || context.isStopped());
        return shutdown;
    }
}

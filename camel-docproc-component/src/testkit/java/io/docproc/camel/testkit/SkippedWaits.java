/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.docproc.camel.internal.call.AccountGates;
import io.docproc.camel.internal.http.CamelHttpClients;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** Clock of the gates of a context: each wait ends at once, and advances the clock by its time. */
public final class SkippedWaits {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private volatile Consumer<Duration> listener = time -> {};

    /** Creates a context whose gates have this clock. */
    public CamelContext context() {
        DefaultCamelContext context = TestContexts.create();
        CamelHttpClients.ofContext(
                context, AccountGates.class, () -> new AccountGates(now::get, (condition, time) -> skip(time)));
        return context;
    }

    /** Stops the clock of the gates of a context before its components start: waits end at a signal only. */
    @SuppressWarnings("WaitNotInLoop") // The callers loop.
    public static void stopClock(CamelContext context) {
        CamelHttpClients.ofContext(
                context,
                AccountGates.class,
                () -> new AccountGates(() -> Instant.EPOCH, (condition, time) -> condition.await()));
    }

    /** Runs an action after each wait, with the time since the clock was created. */
    public void afterEachWait(Consumer<Duration> action) {
        listener = action;
    }

    private void skip(Duration time) {
        listener.accept(Duration.between(START, now.updateAndGet(before -> before.plus(time))));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.docproc.camel.internal.call.AccountGates;
import io.docproc.camel.internal.http.CamelHttpClients;
import java.time.Instant;
import org.apache.camel.CamelContext;

/** Clock of the gates of a context that stands still: waits end at a signal only. */
public final class StoppedClock {
    private StoppedClock() {}

    /** Gives the gates of a context such a clock, before its components start. */
    @SuppressWarnings("WaitNotInLoop") // The callers loop.
    public static void install(CamelContext context) {
        CamelHttpClients.ofContext(
                context,
                AccountGates.class,
                () -> new AccountGates(() -> Instant.EPOCH, (condition, time) -> condition.await()));
    }
}

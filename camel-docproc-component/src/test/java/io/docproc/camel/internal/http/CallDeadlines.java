/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Call deadlines for tests. */
public final class CallDeadlines {
    private CallDeadlines() {}

    /** Returns a deadline that never expires. */
    public static CallDeadline none() {
        return new CallDeadline("none", Duration.ZERO, (task, delay) -> new CompletableFuture<>());
    }
}

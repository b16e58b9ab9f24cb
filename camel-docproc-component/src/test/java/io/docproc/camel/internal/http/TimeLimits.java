/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Limits for tests of something else. */
public final class TimeLimits {
    private TimeLimits() {}

    /** No limit. */
    public static CallDeadline none() {
        return new CallDeadline("none", Duration.ZERO, (task, delay) -> new CompletableFuture<>());
    }
}

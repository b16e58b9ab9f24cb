/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Conditions under which a call is sent.
 *
 * @param precondition throws an exception if the call must not be sent; runs after the rate-limit permit is granted
 * @param maxWait returns the remaining time for which the call may wait for its rate-limit permit
 */
public record SendConditions(Runnable precondition, Supplier<Duration> maxWait) {
    /** No precondition, and no limit on the wait. */
    public static final SendConditions NONE = new SendConditions(() -> {}, () -> RateLimiter.UNLIMITED);
}

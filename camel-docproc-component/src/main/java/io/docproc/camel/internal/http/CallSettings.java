/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Settings of one call that do not depend on its operation.
 *
 * @param precondition throws an exception if the call must not be sent; runs after the rate-limit permit is granted
 * @param maxWait returns the remaining time for which the call may wait for its rate-limit permit
 * @param headers further HTTP headers to send; never credentials or framing
 * @param responseHeaders receives the HTTP headers of the response before its body is read
 */
public record CallSettings(
        Runnable precondition,
        Supplier<Duration> maxWait,
        Map<String, String> headers,
        Consumer<Map<String, String>> responseHeaders) {
    /** No precondition, no limit on the wait, and no HTTP headers of the message. */
    public static final CallSettings PLAIN =
            new CallSettings(() -> {}, () -> RateLimiter.UNLIMITED, Map.of(), headers -> {});

    /** Returns these settings with one more receiver of the response headers. */
    public CallSettings withResponseHeaders(Consumer<Map<String, String>> receiver) {
        return new CallSettings(precondition, maxWait, headers, responseHeaders.andThen(receiver));
    }
}

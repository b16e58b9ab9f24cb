/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Requests to the store of a shared rate limiter. */
final class StoreRequestsTest {
    private final ManualTime time = new ManualTime();
    private final List<Supplier<Runnable>> scheduled = new ArrayList<>();
    private final AtomicInteger completed = new AtomicInteger();
    private final StoreRequests requests =
            new StoreRequests((request, delay) -> scheduled.add(request), time, Duration.ofSeconds(5));

    private void respond(Runnable processing) {
        requests.submit(() -> processing, completed::incrementAndGet, 0);
        scheduled.remove(0).get().run();
    }

    @Test
    void aResponseThatCannotBeProcessedIsAFailure() {
        long start = time.currentTimeNanos();
        for (int second = 1; second <= 5; second++) {
            respond(() -> {
                throw new IllegalStateException("the bucket is unreadable");
            });
            assertThat(completed).hasValue(second);
            assertThat(requests.isReady()).isFalse();
            time.pass(Duration.ofSeconds(1).toNanos());
        }

        assertThatThrownBy(() -> requests.untilNextAttempt(start))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining(
                        "has not responded for 5000 ms (storeTimeout is 5000 ms): the bucket is unreadable");

        respond(() -> {});
        assertThat(requests.isReady()).isTrue();
        assertThat(requests.untilNextAttempt(start)).isPositive();
    }
}

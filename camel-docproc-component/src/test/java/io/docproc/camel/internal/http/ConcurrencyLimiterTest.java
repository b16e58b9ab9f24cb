/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits never exceed their number, and none is lost. */
@Timeout(60)
final class ConcurrencyLimiterTest {
    @Test
    void noPermitIsLostOrAddedByTimeoutsAndInterrupts() throws Exception {
        int limit = 3;
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(limit);
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger max = new AtomicInteger();
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(number -> new Thread(() -> use(limiter, new Random(number), inUse, max)))
                .toList();
        threads.forEach(Thread::start);
        Random random = new Random(8);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(random.nextInt(threads.size())).interrupt();
            Thread.onSpinWait();
        }

        assertThat(max.get()).isBetween(1, limit);
        assertThat(IntStream.rangeClosed(0, limit).filter(number -> limiter.tryAcquire()))
                .hasSize(limit);
    }

    private static void use(ConcurrencyLimiter limiter, Random random, AtomicInteger inUse, AtomicInteger max) {
        for (int call = 0; call < 2000; call++) {
            try {
                if (limiter.acquire(Duration.ofNanos(random.nextInt(50_000)))) {
                    max.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inUse.decrementAndGet();
                    limiter.release();
                }
            } catch (InterruptedException e) {
                // The next request follows.
            }
        }
    }

    @Test
    void aCallThatAStopDeniesItsPermitAfterAWaitReleasesNoPermitOfAnother() throws Exception {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        assertThat(limiter.tryAcquire()).isTrue();
        limiter.release();
        assertThat(limiter.tryAcquire()).isTrue();
        limiter.stop();

        assertThat(limiter.reacquire()).isFalse();
        limiter.release();
        assertThat(limiter.inFlight()).isEqualTo(1);
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    void anInterruptDoesNotEndTheWaitForThePermitThatACallHadBefore() throws Exception {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        assertThat(limiter.tryAcquire()).isTrue();
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            return limiter.reacquire() && Thread.interrupted();
        });
        assertThat(interrupted).isNotDone();
        limiter.release();

        assertThat(interrupted.get()).isTrue();
        assertThat(limiter.inFlight()).isEqualTo(1);
    }
}

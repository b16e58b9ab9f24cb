/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import io.docproc.camel.testkit.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a limiter grants permits, with buckets of this JVM and in a store. */
@Timeout(60)
final class BucketRateLimiterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    /** Rounding of the buckets, a microsecond for each step. */
    private static final long ROUNDING = 10_000;

    private final ManualTime time = new ManualTime();
    private final long start = time.currentTimeNanos();
    private final AtomicBoolean down = new AtomicBoolean();
    private final AtomicLong responseTime = new AtomicLong();
    private final MemoryBuckets store = new MemoryBuckets(time, this::request);

    private enum Kind {
        LOCAL,
        SHARED
    }

    private void request() {
        time.pass(responseTime.get());
        if (down.get()) {
            throw new IllegalStateException("connection refused");
        }
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private BucketRateLimiter limiter(Kind kind, double requestsPerSecond) {
        return kind == Kind.LOCAL ? new BucketRateLimiter(requestsPerSecond, time, time) : node(requestsPerSecond);
    }

    private BucketRateLimiter node(double requestsPerSecond) {
        return new BucketRateLimiter(store, requestsPerSecond, "account", time, time);
    }

    private static Permit acquire(RateLimiter limiter) throws InterruptedException {
        return limiter.acquire(RateLimiter.UNLIMITED).orElseThrow();
    }

    /** Returns the send times of calls that come as fast as possible, in nanoseconds from the beginning. */
    private List<Long> send(RateLimiter limiter, int calls) throws InterruptedException {
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            Permit permit = acquire(limiter);
            sent.add(time.currentTimeNanos() - start);
            permit.sent();
        }
        return sent;
    }

    private static void assertLimit(List<Long> sent, int allowed) {
        for (int call = allowed; call < sent.size(); call++) {
            assertThat(sent.get(call) - sent.get(call - allowed))
                    .as("from call %d to call %d", call - allowed, call)
                    .isGreaterThanOrEqualTo(SECOND);
        }
    }

    private static Stream<Arguments> limits() {
        return Matrix.of(Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(1, 2, 3, 10, 50, 200).map(rate -> Arguments.of(kind, rate))));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void theLimitIsKeptAndUsed(Kind kind, int allowed) throws InterruptedException {
        responseTime.set(MILLISECOND / 2);
        List<Long> sent = send(limiter(kind, allowed), 60 * allowed);

        assertLimit(sent, allowed);
        assertThat(sent.get(sent.size() - 1)).isLessThanOrEqualTo((long) (60 * SECOND / 0.9));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void noSecondExceedsTheLimitIfCallsAreSentLate(Kind kind, int allowed) throws InterruptedException {
        BucketRateLimiter limiter = limiter(kind, allowed);
        Random random = new Random(allowed);
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < 20 * allowed; call++) {
            if (random.nextInt(5) == 0) {
                time.pass(random.nextLong(3 * SECOND / allowed));
            }
            Permit permit = acquire(limiter);
            if (random.nextInt(3) == 0) {
                time.pass(random.nextLong(random.nextBoolean() ? SECOND : 20 * MILLISECOND));
            }
            sent.add(time.currentTimeNanos());
            permit.sent();
        }

        assertLimit(sent, allowed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 30, 200})
    void noSecondExceedsTheLimitOfNodesWithASlowStore(long millis) throws InterruptedException {
        responseTime.set(millis * MILLISECOND);
        List<BucketRateLimiter> nodes = List.of(node(10), node(10), node(10));
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < 300; call++) {
            sent.addAll(send(nodes.get(call % 3), 1));
        }

        assertLimit(sent, 10);
    }

    @ParameterizedTest
    @EnumSource
    void afterALongPauseNoBurstIsAllowed(Kind kind) throws InterruptedException {
        BucketRateLimiter limiter = limiter(kind, 2);
        send(limiter, 3);
        time.pass(3600 * SECOND);

        assertLimit(send(limiter, 6), 2);
    }

    @ParameterizedTest
    @EnumSource
    void aTooShortMaximumWaitReturnsImmediatelyAndReservesNothing(Kind kind) throws InterruptedException {
        BucketRateLimiter limiter = limiter(kind, 0.5);
        acquire(limiter).sent();

        assertThat(limiter.acquire(Duration.ofMillis(2399))).isEmpty();
        assertThat(limiter.acquire(Duration.ZERO)).isEmpty();
        assertThat(time.currentTimeNanos()).isEqualTo(start);
        assertThat(limiter.acquire(Duration.ofMillis(2400))).isPresent();
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        BucketRateLimiter limiter = limiter(Kind.LOCAL, 0.5);
        acquire(limiter).sent();
        time.duringNextWait(() -> Thread.currentThread().interrupt());

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> limiter.acquire(RateLimiter.UNLIMITED));
        assertThat(limiter.acquire(RateLimiter.UNLIMITED)).as("the next call").isPresent();
    }

    @Test
    void callsFailWhileTheStoreIsDown() throws InterruptedException {
        BucketRateLimiter limiter = node(10);
        down.set(true);

        assertThatThrownBy(() -> acquire(limiter))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("connection refused")
                .hasMessageContaining("nothing was sent; retry");
        down.set(false);
        time.pass(1);
        acquire(limiter).sent();
    }

    @Test
    void aLocalSlotIsReturnedIfNothingIsSent() throws InterruptedException {
        BucketRateLimiter limiter = limiter(Kind.LOCAL, 0.5);
        acquire(limiter).sent();
        acquire(limiter).release();
        long now = time.currentTimeNanos();

        acquire(limiter).sent();
        assertThat(time.currentTimeNanos() - now).isLessThan(ROUNDING);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.001, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void anInvalidRateIsRejected(double requestsPerSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BucketRateLimiter(requestsPerSecond))
                .withMessageContaining("requestsPerSecond")
                .withMessageContaining("allowed values are");
        assertThatIllegalArgumentException().isThrownBy(() -> node(requestsPerSecond));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BucketRateLimiter(store, 0.0, "account"))
                .withMessageContaining("requestsPerSecond 0.0; allowed are a name and a positive number");
        assertThatIllegalArgumentException().isThrownBy(() -> new BucketRateLimiter(store, 1.0, " "));
    }

    @Test
    void callsOfANodeAreSentInOrderOfArrival() throws Exception {
        BucketRateLimiter limiter = limiter(Kind.LOCAL, 10);
        Permit unsent = acquire(limiter);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (int number = 0; number < 5; number++) {
            calls.add(startCall(limiter, number, order));
        }
        assertThat(order).as("calls while one has a permit and is not sent").isEmpty();
        unsent.sent();
        for (CompletableFuture<Void> call : calls) {
            call.get();
        }

        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    /** Starts a call on another thread, and returns when it waits. */
    private static CompletableFuture<Void> startCall(RateLimiter limiter, int number, List<Integer> order) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Permit permit = acquire(limiter);
                order.add(number);
                permit.sent();
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return done;
    }

    @ParameterizedTest
    @EnumSource
    void aRateBelowOneCallASecondIsKept(Kind kind) throws InterruptedException {
        List<Long> sent = send(limiter(kind, 0.5), 3);

        assertThat(sent.get(0)).isZero();
        assertThat(sent.get(1)).isBetween(2400 * MILLISECOND - ROUNDING, 2400 * MILLISECOND);
        assertThat(sent.get(2)).isBetween(4500 * MILLISECOND - ROUNDING, 4500 * MILLISECOND);
    }
}

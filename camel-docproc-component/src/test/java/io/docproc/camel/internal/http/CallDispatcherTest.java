/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call completes and releases its permit, even if no thread is available for it. No permit is lost or added. */
@Timeout(60)
final class CallDispatcherTest {
    private static final int ONE_WAITS = 1;

    private final ThreadLocal<Boolean> worker = new ThreadLocal<>();
    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();

    private CallDispatcher.Task call(String name) {
        return new CallDispatcher.Task(Duration.ZERO) {
            @Override
            public void run() {
                events.add(name + " runs");
            }

            @Override
            public void failUnsent(String reason, Throwable cause) {
                events.add(name + " fails");
            }

            @Override
            public void done(boolean doneSync) {
                events.add(name + " done on " + (worker.get() == null ? "another thread" : "a worker"));
            }
        };
    }

    @Test
    void aCallForWhichNoThreadStartsRunsOnTheCurrentOne() {
        CallDispatcher dispatcher = new CallDispatcher(
                1,
                task -> {
                    throw new RejectedExecutionException();
                },
                worker);
        dispatcher.dispatch(call("first"), ONE_WAITS, false);
        dispatcher.dispatch(call("second"), ONE_WAITS, false);

        assertThat(events)
                .containsExactly("first runs", "first done on a worker", "second runs", "second done on a worker");
        assertThat(dispatcher.inFlight()).isZero();
        assertThat(worker.get()).isNull();
    }

    @Test
    void aWaitingCallForWhichNoThreadStartsRunsOnTheThreadThatReleasesThePermit() {
        Executor executor = task -> {
            if (!started.isEmpty()) {
                throw new RejectedExecutionException();
            }
            started.add(task);
        };
        CallDispatcher dispatcher = new CallDispatcher(1, executor, worker);
        dispatcher.dispatch(call("first"), ONE_WAITS, false);
        dispatcher.dispatch(call("waiting"), ONE_WAITS, false);
        started.element().run();

        assertThat(events)
                .containsExactly("first runs", "waiting runs", "waiting done on a worker", "first done on a worker");
        assertThat(dispatcher.inFlight()).isZero();
        assertThat(worker.get()).isNull();
    }

    private CallDispatcher dispatcher(int limit) {
        return new CallDispatcher(limit, Runnable::run, worker);
    }

    @Test
    void noPermitIsLostOrAddedByTimeoutsAndInterrupts() throws Exception {
        int limit = 3;
        CallDispatcher limiter = dispatcher(limit);
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

    private static void use(CallDispatcher limiter, Random random, AtomicInteger inUse, AtomicInteger max) {
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
        CallDispatcher limiter = dispatcher(1);
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
        CallDispatcher limiter = dispatcher(1);
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

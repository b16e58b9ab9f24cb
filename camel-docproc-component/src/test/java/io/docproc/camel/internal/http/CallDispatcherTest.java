/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every call completes and releases its permit, even if no thread is available for it. */
@Timeout(60)
final class CallDispatcherTest {
    private static final WaitSettings ONE_WAITS = new WaitSettings(1, Duration.ZERO);

    private final ThreadLocal<Boolean> worker = new ThreadLocal<>();
    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();

    private enum Failure {
        NO_NATIVE_THREAD(() -> new OutOfMemoryError("unable to create native thread")),
        STOPPED(RejectedExecutionException::new);

        private final Supplier<Throwable> throwable;

        Failure(Supplier<Throwable> throwable) {
            this.throwable = throwable;
        }

        void fail() {
            Throwable failure = throwable.get();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    private CallDispatcher.Call call(String name) {
        return new CallDispatcher.Call() {
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

    @ParameterizedTest
    @EnumSource
    void aCallForWhichNoThreadStartsRunsOnTheCurrentOne(Failure failure) {
        CallDispatcher dispatcher = new CallDispatcher(1, task -> failure.fail(), worker);
        dispatcher.dispatch(call("first"), ONE_WAITS);
        dispatcher.dispatch(call("second"), ONE_WAITS);

        assertThat(events)
                .containsExactly("first runs", "first done on a worker", "second runs", "second done on a worker");
        assertThat(dispatcher.permits().inFlight()).isZero();
        assertThat(worker.get()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aWaitingCallForWhichNoThreadStartsRunsOnTheThreadThatReleasesThePermit(Failure failure) {
        Executor executor = task -> {
            if (!started.isEmpty()) {
                failure.fail();
            }
            started.add(task);
        };
        CallDispatcher dispatcher = new CallDispatcher(1, executor, worker);
        dispatcher.dispatch(call("first"), ONE_WAITS);
        dispatcher.dispatch(call("waiting"), ONE_WAITS);
        started.element().run();

        assertThat(events)
                .containsExactly("first runs", "waiting runs", "waiting done on a worker", "first done on a worker");
        assertThat(dispatcher.permits().inFlight()).isZero();
        assertThat(worker.get()).isNull();
    }
}

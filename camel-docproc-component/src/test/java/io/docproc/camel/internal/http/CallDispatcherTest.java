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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call completes and releases its permit, even if no thread is available for it. */
@Timeout(60)
final class CallDispatcherTest {
    private static final int ONE_WAITS = 1;

    private final ThreadLocal<Boolean> worker = new ThreadLocal<>();
    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();

    private CallDispatcher.Call call(String name) {
        return new CallDispatcher.Call(Duration.ZERO) {
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
        dispatcher.dispatch(call("first"), ONE_WAITS);
        dispatcher.dispatch(call("second"), ONE_WAITS);

        assertThat(events)
                .containsExactly("first runs", "first done on a worker", "second runs", "second done on a worker");
        assertThat(dispatcher.permits().inFlight()).isZero();
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
        dispatcher.dispatch(call("first"), ONE_WAITS);
        dispatcher.dispatch(call("waiting"), ONE_WAITS);
        started.element().run();

        assertThat(events)
                .containsExactly("first runs", "waiting runs", "waiting done on a worker", "first done on a worker");
        assertThat(dispatcher.permits().inFlight()).isZero();
        assertThat(worker.get()).isNull();
    }
}

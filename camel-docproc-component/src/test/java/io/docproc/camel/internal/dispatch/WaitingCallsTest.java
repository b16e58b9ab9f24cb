/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.testkit.TestContexts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultThreadPoolFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The newest parked call gets an additional thread if no call starts for a second, and in no other case. */
class WaitingCallsTest {
    private final CamelContext context = TestContexts.create();
    private final Queue<Runnable> scheduled = new ArrayDeque<>();
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);
    private final ConcurrencyLimiter threads = new ConcurrencyLimiter(1);
    private final List<Integer> started = new ArrayList<>();
    private WorkerThreads workers;
    private WaitingCalls waiting;

    @BeforeEach
    void parkThreeCallsDuringACall() throws Exception {
        context.getExecutorServiceManager().setThreadPoolFactory(new DefaultThreadPoolFactory() {
            @Override
            public ScheduledExecutorService newScheduledThreadPool(ThreadPoolProfile profile, ThreadFactory factory) {
                return new RecordingTimer(factory);
            }
        });
        workers = new WorkerThreads(context, this);
        waiting = new WaitingCalls(workers, permits, threads, 2);
        threads.acquire();
        permits.acquire();
        IntStream.rangeClosed(1, 3).forEach(this::park);
    }

    @AfterEach
    void stop() throws Exception {
        workers.shutdown();
        context.close();
    }

    private void park(int number) {
        DefaultExchange exchange = new DefaultExchange(context);
        exchange.getExchangeExtension().setFromRouteId("route");
        WaitSettings settings = new WaitSettings(3, Duration.ZERO);
        CallStatistics.Call statistics = new CallStatistics().enqueue("crop");
        PendingCall call = new PendingCall("crop", exchange, doneSync -> {}, () -> {}, settings, statistics);
        assertThat(waiting.park(call, threads.request(), granted -> started.add(number)))
                .isTrue();
    }

    /** Runs the tasks that the timer runs during the next second. */
    private void aSecondPasses() {
        List<Runnable> due = new ArrayList<>(scheduled);
        scheduled.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void noCallGetsAThreadDuringACall() {
        aSecondPasses();
        aSecondPasses();

        assertThat(started).isEmpty();
    }

    @Test
    void aPermitThatHasJustBecomeAvailableIsNoStall() {
        aSecondPasses();
        permits.release();
        aSecondPasses();
        assertThat(started).isEmpty();

        waiting.releaseThread();
        assertThat(started).containsExactly(1);
    }

    @Test
    void aPermitThatWasInUseBetweenTwoChecksIsNoStall() throws Exception {
        permits.release();
        aSecondPasses();
        permits.acquire();
        permits.release();
        aSecondPasses();

        assertThat(started).isEmpty();
    }

    @Test
    void aPermitThatNoCallUsesForASecondIsAStall() {
        permits.release();
        aSecondPasses();
        aSecondPasses();
        assertThat(started).containsExactly(3);

        aSecondPasses();
        assertThat(started).containsExactly(3, 2);

        aSecondPasses();
        assertThat(started).as("at most two additional threads").containsExactly(3, 2);
    }

    private final class RecordingTimer extends ScheduledThreadPoolExecutor {
        private RecordingTimer(ThreadFactory factory) {
            super(1, factory);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            assertThat(unit.toSeconds(delay)).isEqualTo(1);
            scheduled.add(task);
            return super.schedule(() -> {}, 1, TimeUnit.DAYS);
        }
    }
}

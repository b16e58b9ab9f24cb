/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultThreadPoolFactory;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls on a machine that cannot create another thread. */
@Timeout(60)
class ThreadExhaustionTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private volatile boolean exhausted = true;

    /** Thread that fails to start like one at the limit of the operating system. */
    private final class ExhaustibleThread extends Thread {
        ExhaustibleThread(Runnable task) {
            super(task);
        }

        @Override
        public synchronized void start() {
            if (exhausted) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            super.start();
        }
    }

    /** Executor that passes its tasks to another one. */
    private static final class DelegatingExecutor extends ThreadPoolExecutor {
        private final Executor tasks;

        DelegatingExecutor(Executor tasks) {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
            this.tasks = tasks;
        }

        @Override
        public void execute(Runnable task) {
            tasks.execute(task);
        }
    }

    private void configure(Function<ThreadFactory, ExecutorService> pools) {
        configure(pools, Thread::new);
    }

    private void configure(Function<ThreadFactory, ExecutorService> pools, ThreadFactory timerThreads) {
        service.context().getExecutorServiceManager().setThreadPoolFactory(new DefaultThreadPoolFactory() {
            @Override
            public ExecutorService newCachedThreadPool(ThreadFactory threads) {
                return pools.apply(threads);
            }

            @Override
            public ScheduledExecutorService newScheduledThreadPool(ThreadPoolProfile profile, ThreadFactory threads) {
                return super.newScheduledThreadPool(profile, timerThreads);
            }
        });
        Replies.configure(service, component -> {});
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    private void assertNoThreadAvailable(Exchange exchange) {
        DocprocException failure = Replies.failure(exchange);
        assertThat(failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining(
                        "no thread is available for the call: java.lang.OutOfMemoryError: unable to create native")
                .hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(failure.isRetryable()).as("nothing was sent").isTrue();
    }

    @Test
    void aCallWithoutAThreadFailsAndReleasesItsPermit() throws Exception {
        configure(threads -> Executors.newCachedThreadPool(ExhaustibleThread::new));
        Calls calls = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1");
        for (int call = 1; call <= 2; call++) {
            Exchange exchange = calls.exchange();
            assertThat(calls.offer(exchange)).isTrue();
            calls.awaitDone(call);
            assertNoThreadAvailable(exchange);
        }
        service.assertNothingSent();
        assertThat(service.component().status().calls().inFlight()).isZero();

        exhausted = false;
        calls.offer();
        calls.awaitDone(3);
        assertThat(calls.done().get(2).getException()).isNull();
    }

    @Test
    void thousandsOfWaitingCallsWithoutAThreadFailOnceEach() throws Exception {
        exhausted = false;
        configure(threads -> Executors.newCachedThreadPool(ExhaustibleThread::new));
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(
                    service.context(),
                    "docproc:crop?maxConcurrentRequests=1&maxWaitingRequests=5000&baseUrl=" + server.url());
            for (int call = 0; call <= 5000; call++) {
                Exchange exchange = calls.exchange();
                exchange.getExchangeExtension().setFromRouteId("route");
                assertThat(calls.offer(exchange)).isFalse();
            }
            await().until(() -> server.inFlight() == 1);
            exhausted = true;
            server.release(1);

            await().until(() -> calls.done().size() == 5001);
            assertThat(calls.done()).doesNotHaveDuplicates();
            calls.done().stream().skip(1).forEach(this::assertNoThreadAvailable);
            assertThat(server.requests()).isEqualTo(1);
            assertThat(service.component().status().calls().waiting()).isZero();
        }
    }

    @Test
    void aStopDoesNotWaitForACallWithoutAThread() throws Exception {
        configure(threads -> Executors.newCachedThreadPool(ExhaustibleThread::new));
        assertNoThreadAvailable(service.send("docproc:crop", Replies.DOCUMENT));
        service.context().getShutdownStrategy().setTimeout(TimeUnit.DAYS.toSeconds(1));

        service.context().stop();

        assertThat(service.context().isStopped()).isTrue();
    }

    @Test
    void anExecutorThatKeepsATaskAndFailsCompletesTheCallOnce() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        configure(threads -> new DelegatingExecutor(task -> {
            tasks.add(task);
            throw new OutOfMemoryError("unable to create native thread");
        }));
        Calls calls = new Calls(service.context(), "docproc:crop");
        assertThat(calls.offer()).isTrue();
        assertNoThreadAvailable(calls.done().get(0));

        tasks.remove().run();

        calls.awaitDone(1);
        service.assertNothingSent();
    }

    @Test
    void anExecutorThatFailsAfterRunningATaskChangesNothing() throws Exception {
        configure(threads -> new DelegatingExecutor(task -> {
            task.run();
            throw new IllegalStateException("on purpose");
        }));
        Calls calls = new Calls(service.context(), "docproc:crop");
        assertThat(calls.offer()).isFalse();

        calls.awaitDone(1);
        assertThat(calls.done().get(0).getException()).isNull();
    }

    private void assertUnsent(Exchange exchange, String message) {
        DocprocException failure = Replies.failure(exchange);
        assertThat(failure).isInstanceOf(DocprocTransportException.class).hasMessageContaining(message);
        assertThat(((DocprocTransportException) failure).isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        service.assertNothingSent();
    }

    @ParameterizedTest
    @EnumSource
    void aCallAfterTheTimerHasStoppedIsUnsent(ThreadPoolRejectedPolicy policy) throws Exception {
        service.context()
                .getExecutorServiceManager()
                .getDefaultThreadPoolProfile()
                .setRejectedPolicy(policy);
        configure(Executors::newCachedThreadPool);
        Calls calls = new Calls(service.context(), "docproc:crop?synchronous=true");
        service.component().stop();
        calls.offer();
        calls.awaitDone(1);

        assertUnsent(calls.done().get(0), "the component is stopped");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * Thread pools of a component, from Camel's {@code ExecutorServiceManager}. One pool runs calls, one stores submitted
 * jobs, one continues the routes of calls that were not sent, and one is a timer. Thread-safe.
 */
public final class WorkerThreads {
    private static final int UNSENT_THREADS = 10;
    private static final Duration THREAD_RETRY = Duration.ofMillis(200);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final ExecutorServiceManager threads;
    private final ExecutorService executor;
    private final ExecutorService jobExecutor;
    private final ExecutorService unsentExecutor;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean ticking = new AtomicBoolean();
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

    /**
     * Creates the thread pools.
     *
     * @param context creates the thread pools
     * @param owner the component, by which Camel identifies the pools
     */
    public WorkerThreads(CamelContext context, Object owner) {
        threads = context.getExecutorServiceManager();
        executor = threads.newCachedThreadPool(owner, "docproc");
        jobExecutor = threads.newCachedThreadPool(owner, "docproc-jobs");
        unsentExecutor = threads.newThreadPool(owner, "docproc-unsent", unsentThreads());
        timer = threads.newScheduledThreadPool(owner, "docproc-timer", timerThread());
    }

    /**
     * Returns a profile that is independent of the default profile of the application. The timer must accept each task
     * until the component is stopped.
     */
    private static ThreadPoolProfile timerThread() {
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-timer");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(0);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
    }

    /**
     * Returns a profile with an unbounded queue, because a shutdown or a timeout can fail thousands of calls at once.
     */
    private static ThreadPoolProfile unsentThreads() {
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-unsent");
        profile.setPoolSize(UNSENT_THREADS);
        profile.setMaxPoolSize(UNSENT_THREADS);
        profile.setMaxQueueSize(Integer.MAX_VALUE);
        profile.setKeepAliveTime(10L);
        profile.setAllowCoreThreadTimeOut(true);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
    }

    /** Returns the threads that run calls. */
    public ExecutorService executor() {
        return executor;
    }

    /**
     * Returns the threads that store submitted jobs. Their number is not bounded, because worker threads wait for them.
     */
    public ExecutorService jobExecutor() {
        return jobExecutor;
    }

    /**
     * Runs a task after a delay. The task must not block.
     *
     * @throws RejectedExecutionException if the component is stopped
     */
    public Future<?> schedule(Runnable task, Duration delay) {
        if (!ticking.getAndSet(true)) {
            tick();
        }
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Keeps a task with a short delay in the queue of the timer. Otherwise the deadline of each call would be the first
     * task of the queue, and wake the thread of the timer.
     */
    private void tick() {
        timer.schedule(this::tick, TICK.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns whether the current thread runs a call or continues its route. */
    public boolean isWorker() {
        return workers.contains(Thread.currentThread());
    }

    /** Runs a call and the continuation of its route on the current thread. */
    void work(Runnable call) {
        workers.add(Thread.currentThread());
        try {
            call.run();
        } finally {
            workers.remove(Thread.currentThread());
        }
    }

    /**
     * Continues the route of a call that was not sent, on one of a fixed number of threads. If no thread can be
     * created, this is retried later.
     */
    void continueUnsent(Runnable continuation) {
        AtomicBoolean hasStarted = new AtomicBoolean();
        continueOnce(() -> {
            if (!hasStarted.getAndSet(true)) {
                continuation.run();
            }
        });
    }

    private void continueOnce(Runnable continuation) {
        try {
            unsentExecutor.execute(continuation);
        } catch (RejectedExecutionException e) {
            continuation.run();
        } catch (OutOfMemoryError e) {
            continueLater(continuation);
        }
    }

    private void continueLater(Runnable continuation) {
        try {
            schedule(() -> continueOnce(continuation), THREAD_RETRY);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            continuation.run();
        }
    }

    /** Shuts the pools down. Running calls are interrupted; routes of calls that were not sent continue. */
    public void shutdown() {
        threads.shutdownNow(executor);
        threads.shutdownNow(jobExecutor);
        threads.shutdownNow(timer);
        threads.shutdown(unsentExecutor);
    }
}

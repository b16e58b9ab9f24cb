/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.ConcurrencyLimiter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Bounded queue of downloads. A download waits for its permit on a thread of the executor, never on a thread of the
 * HTTP server that received the callback. Thread-safe.
 */
final class DownloadQueue {
    /**
     * Maximum number of waiting callbacks. Each of them holds its HTTP exchange and its completion, a few kilobytes.
     */
    static final int MAX_WAITING_CALLBACKS = 1_000;

    /** Maximum number of HTTP server threads that waiting callbacks block; Vert.x has 20 threads by default. */
    static final int MAX_BLOCKED_THREADS = 4;

    private final Executor executor;
    private final Supplier<ConcurrencyLimiter> permits;
    private final int maxPermits;
    private final Map<Completion.QueueFullPolicy, Semaphore> capacity;
    private final Set<Entry> waiting = ConcurrentHashMap.newKeySet();
    /** Number of entries that run on a thread of the executor or wait for one. */
    private final AtomicInteger executing = new AtomicInteger();

    private volatile boolean stopped;

    /** A download and the work that follows it. */
    interface Task {
        /**
         * Downloads a result while the queue holds a permit. Returns the work that runs after the permit is released.
         */
        Runnable download();

        /** Reports that the download did not start, or that the download or the work after it threw an exception. */
        void fail(Throwable cause);
    }

    /**
     * @param executor runs downloads, and the routes after them, on as many threads as there are permits
     * @param permits permits that downloads share with the other calls to the service
     * @param maxPermits number of permits; also the number of polled completions that may wait before the poller is
     *     blocked
     */
    DownloadQueue(Executor executor, Supplier<ConcurrencyLimiter> permits, int maxPermits) {
        this.executor = executor;
        this.permits = permits;
        this.maxPermits = maxPermits;
        this.capacity = Map.of(
                Completion.QueueFullPolicy.REFUSE, new Semaphore(MAX_WAITING_CALLBACKS),
                Completion.QueueFullPolicy.REFUSE_EARLY, new Semaphore(MAX_BLOCKED_THREADS),
                Completion.QueueFullPolicy.WAIT, new Semaphore(maxPermits, true));
    }

    /** Adds a task. If the task fails with a {@link RejectedExecutionException}, it may be added again later. */
    void add(Completion.QueueFullPolicy queueFullPolicy, Task task) {
        if (queueFullPolicy == Completion.QueueFullPolicy.REFUSE_EARLY && startImmediately(task)) {
            return;
        }
        Semaphore slots = capacity.get(queueFullPolicy);
        try {
            if (queueFullPolicy == Completion.QueueFullPolicy.WAIT) {
                slots.acquire();
            } else if (!slots.tryAcquire()) {
                task.fail(queueIsFull(queueFullPolicy));
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            task.fail(interrupted(e));
            return;
        }
        executing.incrementAndGet();
        execute(new Entry(task, slots::release, Optional.empty()));
    }

    /**
     * Starts a task if both a thread and a permit are free. The permit is acquired here, so that only as many of
     * several concurrent callbacks start as there are permits. A thread is reserved first, because a task that waits
     * for a thread must not hold a permit.
     */
    private boolean startImmediately(Task task) {
        if (executing.getAndUpdate(count -> count < maxPermits ? count + 1 : count) >= maxPermits) {
            return false;
        }
        ConcurrencyLimiter limiter = permits.get();
        if (!limiter.tryAcquire()) {
            executing.decrementAndGet();
            return false;
        }
        execute(new Entry(task, () -> {}, Optional.of(limiter)));
        return true;
    }

    private void execute(Entry entry) {
        waiting.add(entry);
        try {
            executor.execute(entry);
        } catch (Throwable e) {
            executing.decrementAndGet();
            entry.reject(e);
        }
        if (stopped) {
            entry.reject(consumerIsStopped());
        }
    }

    private static RejectedExecutionException queueIsFull(Completion.QueueFullPolicy queueFullPolicy) {
        int max = queueFullPolicy == Completion.QueueFullPolicy.REFUSE ? MAX_WAITING_CALLBACKS : MAX_BLOCKED_THREADS;
        return new RejectedExecutionException(
                max + " callbacks already wait for a permit, which is the maximum; the service can redeliver this one");
    }

    private static RejectedExecutionException consumerIsStopped() {
        return new RejectedExecutionException("the consumer is stopped");
    }

    private static RejectedExecutionException interrupted(InterruptedException cause) {
        return new RejectedExecutionException("the thread was interrupted while it waited for a permit", cause);
    }

    /** Accepts downloads again after {@link #stop}. A new queue accepts downloads. */
    void start() {
        stopped = false;
    }

    /** Rejects waiting and further downloads. Downloads in flight continue. */
    void stop() {
        stopped = true;
        waiting.forEach(entry -> entry.reject(consumerIsStopped()));
    }

    private final class Entry implements Runnable {
        private final Task task;
        private final Runnable releaseSlot;
        private final Optional<ConcurrencyLimiter> heldPermit;
        private final AtomicBoolean removed = new AtomicBoolean();

        /**
         * @param releaseSlot releases the slot of the entry in the queue
         * @param heldPermit the limiter whose permit the entry already holds; empty if it holds none
         */
        Entry(Task task, Runnable releaseSlot, Optional<ConcurrencyLimiter> heldPermit) {
            this.task = task;
            this.releaseSlot = releaseSlot;
            this.heldPermit = heldPermit;
        }

        @Override
        public void run() {
            try {
                if (heldPermit.isEmpty()) {
                    runWithPermit();
                } else if (removeFromQueue()) {
                    download(heldPermit.get()).run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                reject(interrupted(e));
            } catch (Throwable e) {
                task.fail(e);
            } finally {
                executing.decrementAndGet();
            }
        }

        private void runWithPermit() throws InterruptedException {
            if (removed.get()) {
                return;
            }
            ConcurrencyLimiter limiter = permits.get();
            limiter.acquire();
            if (removeFromQueue()) {
                download(limiter).run();
            } else {
                limiter.release();
            }
        }

        private Runnable download(ConcurrencyLimiter limiter) {
            try {
                return task.download();
            } finally {
                limiter.release();
            }
        }

        void reject(Throwable cause) {
            if (removeFromQueue()) {
                heldPermit.ifPresent(ConcurrencyLimiter::release);
                task.fail(cause);
            }
        }

        private boolean removeFromQueue() {
            if (!removed.compareAndSet(false, true)) {
                return false;
            }
            waiting.remove(this);
            releaseSlot.run();
            return true;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.webhook.Completion.QueueFullPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which downloads wait for a permit, and which are rejected when the queue is full or stopped. */
class DownloadQueueTest {
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final ExecutorService otherThread = Executors.newCachedThreadPool();
    private final DownloadQueue queue = new DownloadQueue(tasks::add, () -> permits, 1);

    @AfterEach
    void stop() {
        otherThread.shutdownNow();
    }

    private DownloadQueue.Task task(String name) {
        return new DownloadQueue.Task() {
            @Override
            public Runnable download() {
                events.add(name + " holds " + permits.inFlight());
                return () -> events.add(name + " runs holding " + permits.inFlight());
            }

            @Override
            public void fail(Throwable cause) {
                events.add(name + " fails: " + cause.getMessage());
            }
        };
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void onlyTheDownloadHoldsAPermit() {
        queue.add(QueueFullPolicy.REFUSE, task("a"));
        assertThat(events).as("the thread of the HTTP server is not used").isEmpty();
        runTasks();

        assertThat(events).containsExactly("a holds 1", "a runs holding 0");
    }

    @Test
    void aCallbackIsRefusedWhileTheQueueIsFull() {
        for (int number = 0; number < DownloadQueue.MAX_WAITING_CALLBACKS; number++) {
            queue.add(QueueFullPolicy.REFUSE, task("a"));
        }
        queue.add(QueueFullPolicy.REFUSE, task("b"));
        assertThat(events)
                .containsExactly(
                        "b fails: 1000 callbacks already wait for a permit, which is the maximum; the service can"
                                + " redeliver this one");

        tasks.remove().run();
        queue.add(QueueFullPolicy.REFUSE, task("c"));
        runTasks();

        assertThat(events)
                .contains("c holds 1")
                .filteredOn(event -> event.startsWith("a holds"))
                .hasSize(1_000);
    }

    @Test
    void onlyFewCallbacksThatBlockServerThreadsWait() throws Exception {
        int maxWaiting = DownloadQueue.MAX_BLOCKED_THREADS;
        for (int number = 0; number < 1 + maxWaiting + 1; number++) {
            queue.add(QueueFullPolicy.REFUSE_EARLY, task("a"));
        }
        assertThat(permits.inFlight()).isEqualTo(1);
        assertThat(tasks).hasSize(1 + maxWaiting);
        assertThat(events)
                .containsExactly("a fails: 4 callbacks already wait for a permit, which is the maximum; the service can"
                        + " redeliver this one");

        runTasks();
        queue.add(QueueFullPolicy.REFUSE_EARLY, task("b"));
        runTasks();

        assertThat(events)
                .contains("b holds 1", "b runs holding 0")
                .filteredOn("a holds 1"::equals)
                .hasSize(1 + maxWaiting);
        assertThat(permits.inFlight()).isZero();
    }

    @Test
    void aCallbackThatWaitsForAThreadHoldsNoPermit() {
        queue.add(QueueFullPolicy.WAIT, task("a"));
        queue.add(QueueFullPolicy.REFUSE_EARLY, task("b"));
        assertThat(permits.inFlight()).isZero();

        runTasks();

        assertThat(events).contains("a holds 1", "b holds 1");
    }

    @Test
    void aStoppedQueueRejectsDownloadsUntilItStartsAgain() {
        queue.add(QueueFullPolicy.REFUSE_EARLY, task("a"));
        queue.stop();
        queue.add(QueueFullPolicy.REFUSE, task("b"));
        runTasks();
        assertThat(events).containsExactly("a fails: the consumer is stopped", "b fails: the consumer is stopped");
        assertThat(permits.inFlight()).isZero();

        queue.start();
        queue.add(QueueFullPolicy.REFUSE_EARLY, task("c"));
        runTasks();

        assertThat(events).contains("c holds 1");
    }

    @Test
    void aPolledCompletionDoesNotUseTheCapacityOfCallbacks() {
        queue.add(QueueFullPolicy.WAIT, task("a"));
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(() -> queue.add(QueueFullPolicy.WAIT, task("b")), otherThread);
        queue.add(QueueFullPolicy.REFUSE, task("c"));
        assertThat(tasks).hasSize(2);
        assertThat(waiting).isNotDone();

        tasks.remove().run();
        waiting.join();
        runTasks();

        assertThat(events).contains("a holds 1", "b holds 1", "c holds 1");
    }

    @Test
    void aStopRejectsADownloadThatWaitsForAPermit() throws Exception {
        permits.acquire();
        queue.add(QueueFullPolicy.REFUSE, task("a"));
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(tasks.remove(), otherThread);

        queue.stop();
        assertThat(events).containsExactly("a fails: the consumer is stopped");
        permits.release();

        waiting.join();
        assertThat(events).hasSize(1);
        assertThat(permits.inFlight()).isZero();
    }

    @Test
    void anInterruptRejectsADownloadThatWaitsForAPermit() throws Exception {
        permits.acquire();
        queue.add(QueueFullPolicy.REFUSE, task("a"));
        otherThread.execute(tasks.remove());
        otherThread.shutdownNow();

        await().until(() -> !events.isEmpty());
        assertThat(events).containsExactly("a fails: the thread was interrupted while it waited for a permit");
        assertThat(permits.inFlight()).isEqualTo(1);
    }

    @Test
    void aTaskFailsOnceIfTheExecutorOrTheDownloadFails() {
        List<Throwable> causes = new CopyOnWriteArrayList<>();
        DownloadQueue.Task failing = new DownloadQueue.Task() {
            @Override
            public Runnable download() {
                throw new StackOverflowError();
            }

            @Override
            public void fail(Throwable cause) {
                causes.add(cause);
            }
        };
        new DownloadQueue(
                        task -> {
                            throw new RejectedExecutionException();
                        },
                        () -> permits,
                        1)
                .add(QueueFullPolicy.REFUSE, failing);
        new DownloadQueue(Runnable::run, () -> permits, 1).add(QueueFullPolicy.REFUSE, failing);

        assertThat(causes).hasSize(2);
        assertThat(causes.get(0)).isInstanceOf(RejectedExecutionException.class);
        assertThat(causes.get(1)).isInstanceOf(StackOverflowError.class);
        assertThat(permits.inFlight()).isZero();
    }
}

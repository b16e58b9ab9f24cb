/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.webhook.TestNode;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Survives;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests polls for a large backlog of overdue jobs: parallelism, rate limit and stop. */
class OverdueBacklogTest {
    private static final int BACKLOG = Matrix.isFull() ? 100_000 : 2_000;
    private static final int OPEN_JOBS = Matrix.isFull() ? 300_000 : 30_000;
    private static final Duration POLL_AFTER = Duration.ofMinutes(15);

    private final Clock clock = Clock.systemUTC();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger routed = new AtomicInteger();
    private final Set<String> polled = ConcurrentHashMap.newKeySet();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Service on which all jobs have completed. */
    private abstract class Service implements JobStatusClient.StatusRequests {
        final AtomicInteger concurrent = new AtomicInteger();
        final AtomicInteger maxConcurrent = new AtomicInteger();
        final AtomicInteger count = new AtomicInteger();

        abstract void await() throws InterruptedException;

        @Override
        public ParseJob send(String jobId) throws InterruptedException {
            maxConcurrent.accumulateAndGet(concurrent.incrementAndGet(), Math::max);
            try {
                await();
                count.incrementAndGet();
                polled.add(jobId);
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            } finally {
                concurrent.decrementAndGet();
            }
        }
    }

    private OverdueJobPoller poller(Service service) {
        return poller(service, completion -> {
            routed.incrementAndGet();
            return CompletableFuture.completedFuture(true);
        });
    }

    private OverdueJobPoller poller(
            JobStatusClient.StatusRequests requests, Function<TestNode.Routed, CompletableFuture<Boolean>> route) {
        return new OverdueJobPoller(
                new PollingSettings(TestNode.PATH, POLL_AFTER, Duration.ofDays(7)),
                jobRepository,
                new JobStatusClient(requests, 10, () -> {}),
                new TestNode(jobRepository, POLL_AFTER, clock, route),
                new InFlightTracker(),
                threads,
                clock);
    }

    private void submit(int jobs, Instant at) {
        for (int number = 0; number < jobs; number++) {
            jobRepository.submitted(
                    new SubmittedJob("job-" + at + number, "doc", TestNode.PATH, at.plusNanos(number), 0));
        }
    }

    @Survives(64)
    @Test
    void aLargeBacklogIsPolledInOneRoundAndInParallel() throws Exception {
        submit(BACKLOG, clock.instant().minus(Duration.ofHours(1)));
        CountDownLatch tenPolls = new CountDownLatch(10);
        Service service = new Service() {
            @Override
            void await() throws InterruptedException {
                tenPolls.countDown();
                assertThat(tenPolls.await(60, TimeUnit.SECONDS)).isTrue();
            }
        };

        poller(service).run();

        await().untilAsserted(() -> assertThat(routed).hasValue(BACKLOG));
        assertThat(service.count).as("one poll for each job").hasValue(BACKLOG);
        assertThat(service.maxConcurrent).hasValue(10);
        assertThat(jobRepository.size()).isZero();
    }

    @Survives(64)
    @Test
    void aBacklogIsPolledAsFastAsTheRateLimitPermits() throws Exception {
        submit(BACKLOG, clock.instant().minus(Duration.ofHours(1)));
        Semaphore slots = new Semaphore(0);
        Service service = new Service() {
            @Override
            void await() throws InterruptedException {
                slots.acquire();
            }
        };
        OverdueJobPoller poller = poller(service);

        threads.execute(poller);
        for (int granted = 100; granted <= 300; granted += 100) {
            slots.release(100);
            int polls = granted;
            await().until(() -> service.count.get() == polls);
        }
        poller.stop();
    }

    @Test
    void aStopAbortsPollsAndMakesTheirJobsDue() throws Exception {
        submit(1_000, clock.instant().minus(Duration.ofHours(1)));
        CountDownLatch polls = new CountDownLatch(10);
        Service service = new Service() {
            @Override
            void await() throws InterruptedException {
                polls.countDown();
                new CountDownLatch(1).await();
            }
        };
        OverdueJobPoller poller = poller(service);
        threads.execute(poller);
        assertThat(polls.await(60, TimeUnit.SECONDS)).isTrue();

        poller.stop();

        Instant due = clock.instant().minus(POLL_AFTER);
        await().untilAsserted(() -> assertThat(jobRepository.overdue(TestNode.PATH, due, clock.instant(), 2_000))
                .hasSize(1_000));
        assertThat(polled).isEmpty();
    }

    @Test
    void aStopMakesPlannedJobsDueWhileRoutesAreRunning() throws Exception {
        submit(100, clock.instant().minus(Duration.ofHours(1)));
        CountDownLatch routes = new CountDownLatch(10);
        CompletableFuture<Boolean> accepted = new CompletableFuture<>();
        OverdueJobPoller poller =
                poller(jobId -> new ParseJob(jobId, null, "completed", null, null, Map.of()), completion -> {
                    routes.countDown();
                    return accepted;
                });
        threads.execute(poller);
        assertThat(routes.await(60, TimeUnit.SECONDS)).isTrue();

        poller.stop();

        Instant due = clock.instant().minus(POLL_AFTER);
        assertThat(jobRepository.overdue(TestNode.PATH, due, clock.instant(), 100))
                .hasSize(90);
        accepted.complete(true);
    }

    @Test
    void theRouteOfACompletionIsNotInterruptedByAStop() throws Exception {
        submit(1, clock.instant().minus(Duration.ofHours(1)));
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        OverdueJobPoller poller =
                poller(jobId -> new ParseJob(jobId, null, "completed", null, null, Map.of()), completion -> {
                    inRoute.countDown();
                    try {
                        stopped.await();
                        interrupted.complete(Thread.currentThread().isInterrupted());
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                    }
                    return CompletableFuture.completedFuture(true);
                });
        threads.execute(poller);
        inRoute.await();

        poller.stop();
        stopped.countDown();

        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void theCostOfARoundDoesNotDependOnOpenJobs() {
        ManualClock now = new ManualClock();
        submit(OPEN_JOBS, now.instant());
        Instant anHourAgo = now.instant().minus(Duration.ofHours(1));
        submit(100, anHourAgo);
        Instant before = now.instant().minus(Duration.ofMinutes(15));
        long bestMicros = Long.MAX_VALUE;

        for (int round = 0; round < 100; round++) {
            long start = System.nanoTime();
            assertThat(jobRepository.overdue(TestNode.PATH, before, now.instant(), 500))
                    .hasSize(100);
            assertThat(jobRepository.size()).isEqualTo(OPEN_JOBS + 100);
            bestMicros = Math.min(bestMicros, (System.nanoTime() - start) / 1_000);
        }

        assertThat(bestMicros).as("microseconds of a round").isLessThan(5_000);
    }
}

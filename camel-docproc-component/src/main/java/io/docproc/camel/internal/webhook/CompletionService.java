/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.JobRepository;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the completions of one consumer: from callbacks, which a {@link CallbackReceiver} accepts, and from polls for
 * overdue jobs, which {@link JobPoller#poll} starts on a schedule. Both are run by a {@link CompletionRunner}. Callbacks
 * are refused with status 503 before the start and after the stop. Its consumer starts and stops it like any other Camel
 * service. A {@link CompletionsConsumer} calls {@link #poll} on a schedule of its own.
 */
public final class CompletionService extends ServiceSupport {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionService.class);
    private static final int TIMERS = 3;
    private static final Duration MIN_LEASE_INTERVAL = Duration.ofMillis(50);
    private static final Duration MAX_LEASE_INTERVAL = Duration.ofSeconds(30);
    private static final long PURGE_INTERVAL_MINUTES = 60;

    private final CamelContext context;
    private final CompletionSettings settings;
    private final CompletionRunner runner;
    private final CompletionCounts counts;
    private final Supplier<JobPoller.JobStatus> jobStatus;
    private final Clock clock;
    private final CallbackReceiver receiver;
    private final List<Future<?>> cancelledAtStop = new ArrayList<>();
    private volatile Optional<JobPoller> poller = Optional.empty();
    private ScheduledExecutorService timers;
    private volatile ExecutorService threads;

    /**
     * Creates a service that is not started.
     *
     * @param context creates the threads of the service
     * @param settings settings of the consumer
     * @param runner runs the route for a completion
     * @param counts counts completions by outcome
     * @param jobStatus creates the client that polls for jobs
     * @param clock the current time
     */
    public CompletionService(
            CamelContext context,
            CompletionSettings settings,
            CompletionRunner runner,
            CompletionCounts counts,
            Supplier<JobPoller.JobStatus> jobStatus,
            Clock clock) {
        this.context = context;
        this.settings = settings;
        this.runner = runner;
        this.counts = counts;
        this.jobStatus = jobStatus;
        this.clock = clock;
        this.receiver = new CallbackReceiver(settings, runner, task -> threads.execute(task), counts);
    }

    /** Returns the processor of the HTTP requests of callbacks. Its lifecycle is independent of this service. */
    AsyncProcessor receiver() {
        return receiver;
    }

    /** Returns the number of callbacks without an HTTP response and of polled completions in the route. */
    int inFlight() {
        return runner.pending();
    }

    @Override
    protected void doStart() {
        CamelContextAware.trySetCamelContext(settings.processed(), context);
        ServiceHelper.startService(settings.processed());
        if (threads == null) {
            threads = context.getExecutorServiceManager().newCachedThreadPool(this, "docproc-completions");
        }
        settings.jobRepository().ifPresent(this::start);
        runner.accept(true);
    }

    /**
     * Starts the repository, and schedules polls, purges and the extension of leases. Leases are extended until the
     * shutdown, because a running route continues after a stop.
     */
    private void start(JobRepository jobRepository) {
        ServiceHelper.startService(jobRepository);
        if (timers == null) {
            timers = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-webhook", TIMERS);
            Duration third = settings.leaseTimeout().dividedBy(3);
            schedule(runner::extendLeases, Backoff.min(Backoff.max(third, MIN_LEASE_INTERVAL), MAX_LEASE_INTERVAL));
        }
        if (settings.polls()) {
            JobPoller started = new JobPoller(settings, jobRepository, jobStatus.get(), runner, counts, threads, clock);
            poller = Optional.of(started);
            if (!settings.pollInterval().isZero()) {
                cancelledAtStop.add(schedule(() -> poll(started), settings.pollInterval()));
            }
        }
        cancelledAtStop.add(
                timers.scheduleAtFixedRate(() -> purge(jobRepository), 1, PURGE_INTERVAL_MINUTES, TimeUnit.MINUTES));
    }

    private Future<?> schedule(Runnable task, Duration delay) {
        return timers.scheduleWithFixedDelay(task, delay.toMillis(), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Polls for the jobs that are due, if this service is started.
     *
     * @return the number of polls
     * @throws RuntimeException if the job repository fails
     */
    int poll() {
        return poller.map(JobPoller::poll).orElse(0);
    }

    /** Catches all failures: one would cancel the schedule. */
    private void poll(JobPoller started) {
        try {
            started.poll();
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "Overdue parse jobs of the path {} could not be polled; this is retried: {}",
                    settings.path(),
                    e.toString());
        }
    }

    /** Deletes expired records of completed jobs. Catches all failures: one would cancel the schedule. */
    private void purge(JobRepository jobRepository) {
        try {
            jobRepository.purge(clock.instant());
        } catch (RuntimeException | Error e) {
            LOG.warn("Records of completed parse jobs could not be deleted; this is retried in one hour", e);
        }
    }

    /** Stops polling and refuses callbacks. Running routes and downloads in flight continue. */
    @Override
    protected void doStop() {
        runner.accept(false);
        poller.ifPresent(JobPoller::stop);
        poller = Optional.empty();
        cancelledAtStop.forEach(task -> task.cancel(false));
        cancelledAtStop.clear();
    }

    @Override
    protected void doShutdown() {
        if (timers != null) {
            context.getExecutorServiceManager().shutdownNow(timers);
            timers = null;
        }
        if (threads != null) {
            context.getExecutorServiceManager().shutdownNow(threads);
            threads = null;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.completion.CompletionCounts.Outcome;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ScheduledPollConsumerScheduler;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultScheduledPollConsumerScheduler;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the jobs of its path that are overdue, and delivers their completions to the route.
 *
 * <p>Before a node requests the status of a job, it stores the time of the next poll, so that no other node polls the same
 * job. The delay between two polls grows exponentially. A completion is delivered once: its node leases the job, runs the
 * route, and records that the job is processed. If the route fails, or the node dies and its lease expires, the completion
 * is delivered again. The route runs on a thread of its own, so that it delays no poll.
 *
 * <p>A job is abandoned only after {@code callbackTtl}, and only if the service has responded about this job, or its id
 * cannot be sent. After any other failure it is polled again, regardless of its age.
 */
public class CompletionsConsumer extends ScheduledPollConsumer implements ShutdownAware {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionsConsumer.class);
    private static final int PAGE_SIZE = 500;
    /** Threads of the scheduler unless the route sets {@code scheduler.*}: a status request waits for the service. */
    private static final int POLLING_THREADS = 4;
    /** Completions in the route or waiting for it. Other nodes deliver further ones, whose leases this node need not extend. */
    private static final int MAX_DELIVERIES = 32;
    /** A slow route ends the round, because a round that lasts long would keep the health check from becoming ready. */
    private static final Duration MAX_WAIT_FOR_ROUTE = Duration.ofSeconds(1);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration MAX_RETRY_DELAY = Duration.ofHours(1);
    private static final Duration MAX_POLL_DELAY = Duration.ofMinutes(1);
    /** Maximum delay between two polls of a job whose callback is overdue. */
    private static final Duration MAX_CALLBACK_POLL_DELAY = Duration.ofHours(1);
    /** Job repositories round times to milliseconds. */
    private static final Duration STORED_PRECISION = Duration.ofMillis(1);

    private static final long MAX_LEASE_INTERVAL = 30_000;
    /**
     * Codes about the job: 404, and 40004 (parameter error), because the job id is the only parameter of the call. An
     * invalid URL (40400) is not included: a wrong baseUrl or parseService causes it for every job.
     */
    private static final Set<Integer> CODES_ABOUT_THE_JOB = Set.of(40004, 404);

    final CompletionOptions options;
    final Callbacks callbacks;
    final JobRepository repository;
    final Clock clock;
    final CompletionCounts counts;
    /** Callbacks without a response, and polled completions that are not recorded yet. */
    final AtomicInteger pending = new AtomicInteger();

    private final boolean hasCallbacks;
    private final Duration pollAfter;
    private final Supplier<JobStatus> jobStatusSupplier;
    private final Backoff pollDelays;
    private final Backoff retryDelays;
    private final Set<Delivery> leased = ConcurrentHashMap.newKeySet();
    private final Set<String> polling = ConcurrentHashMap.newKeySet();
    private final Queue<Delivery> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore deliveryPermits = new Semaphore(MAX_DELIVERIES);
    private volatile JobStatus jobStatus;
    private ScheduledExecutorService leases;
    private ExecutorService deliveries;

    /** Requests the status of jobs through the gate of the account. Thread-safe. */
    public interface JobStatus {
        /**
         * Requests the status of a job.
         *
         * @throws DocprocException if the service does not respond, or responds with an error
         */
        ParseJob request(String jobId);

        /** Aborts the requests in flight and refuses further ones. */
        void abort();
    }

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param callbacks path and deadline of the jobs
     * @param repository contains the jobs
     * @param pollAfter time after the submission at which the consumer starts to poll a job
     * @param jobStatus creates the client for status requests when the consumer starts
     * @throws IllegalArgumentException if an option is out of range
     */
    public CompletionsConsumer(
            Endpoint endpoint,
            Processor processor,
            CompletionOptions options,
            Callbacks callbacks,
            JobRepository repository,
            Duration pollAfter,
            Supplier<JobStatus> jobStatus,
            CompletionCounts counts,
            Clock clock) {
        this(endpoint, processor, options, callbacks, false, repository, pollAfter, jobStatus, counts, clock);
    }

    /** Creates a consumer that polls all of its jobs or, if they have callbacks, those whose callback is overdue. */
    CompletionsConsumer(
            Endpoint endpoint,
            Processor processor,
            CompletionOptions options,
            Callbacks callbacks,
            boolean hasCallbacks,
            JobRepository repository,
            Duration pollAfter,
            Supplier<JobStatus> jobStatus,
            CompletionCounts counts,
            Clock clock) {
        super(endpoint, processor);
        if (options.getLeaseTimeout() < 1) {
            throw new IllegalArgumentException(
                    "Option leaseTimeout is " + options.getLeaseTimeout() + " ms; allowed is a duration above 0");
        }
        if (!hasCallbacks && pollAfter.isZero()) {
            throw new IllegalArgumentException("Option delay of docproc:completions is 0; allowed is a duration of at"
                    + " least 1 ms; set a longer one");
        }
        this.options = options;
        this.callbacks = callbacks;
        this.hasCallbacks = hasCallbacks;
        this.repository = repository;
        this.pollAfter = pollAfter;
        this.jobStatusSupplier = jobStatus;
        this.counts = counts;
        this.clock = clock;
        Duration maxPollDelay = hasCallbacks ? MAX_CALLBACK_POLL_DELAY : MAX_POLL_DELAY;
        pollDelays = new Backoff(pollAfter, Backoff.max(pollAfter, maxPollDelay));
        retryDelays = new Backoff(Backoff.min(pollAfter, FIRST_RETRY), MAX_RETRY_DELAY);
    }

    private ConsumerPaths paths() {
        return ConsumerPaths.of(getEndpoint().getCamelContext());
    }

    /**
     * Polls all jobs that are overdue, and returns the number of their completions. A failure of the repository ends the
     * round, and is handled as that of any other poll: Camel logs it and polls again.
     */
    @Override
    protected int poll() throws InterruptedException {
        Instant start = clock.instant();
        int completions = 0;
        boolean isPolling = true;
        while (isPolling) {
            isPolling = false;
            for (SubmittedJob job : repository.overdue(callbacks.path(), start.minus(pollAfter), start, PAGE_SIZE)) {
                if (!deliveryPermits.tryAcquire(MAX_WAIT_FOR_ROUTE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return completions;
                }
                if (!isPollAllowed()) {
                    deliveryPermits.release();
                    return completions;
                }
                boolean isDelivered = false;
                // A status request may last longer than the delay until the next one.
                if (!polling.add(job.jobId())) {
                    deliveryPermits.release();
                    continue;
                }
                SubmittedJob next = job.polled(waitingSince(pollDelays.delay(job.pollCount())));
                try {
                    if (repository.reschedule(job, next, clock.instant())) {
                        isPolling = true;
                        isDelivered = completion(job).filter(this::deliver).isPresent();
                        completions += isDelivered ? 1 : 0;
                    }
                } catch (DocprocTransportException e) {
                    LOG.debug("Parse job {} is polled later: {}", singleLine(job.jobId()), e.getMessage());
                    repository.reschedule(next, job, clock.instant());
                    return completions;
                } finally {
                    polling.remove(job.jobId());
                    if (!isDelivered) {
                        deliveryPermits.release();
                    }
                }
            }
        }
        return completions;
    }

    /** Returns the start of a wait that makes a job overdue after a delay. */
    private Instant waitingSince(Duration delay) {
        return clock.instant().plus(delay).minus(pollAfter).minus(STORED_PRECISION);
    }

    /**
     * Requests the status of a job, and returns its completion; empty if it is polled again.
     *
     * @throws DocprocTransportException if nothing was sent, because of an outage or a stop
     */
    private Optional<Delivery> completion(SubmittedJob job) {
        try {
            ParseCompletion status = ParseCompletion.of(jobStatus.request(job.jobId()));
            if (status.isFinal()) {
                LOG.debug("Parse job {} is {}", singleLine(job.jobId()), singleLine(status.status()));
                // The response may lack the job id.
                return Optional.of(new Delivery(
                        job,
                        new ParseCompletion(
                                job.jobId(), status.status(), status.resultUrl(), status.message(), status.other())));
            }
            return status.status() == null
                    ? Optional.empty()
                    : abandonedIfExpired(job, "the service reports the status " + status.status());
        } catch (DocprocException e) {
            if (e instanceof DocprocTransportException transport && (transport.isUnsent() || !isPollAllowed())) {
                throw transport;
            }
            LOG.warn("The status of parse job {} is unknown: {}", singleLine(job.jobId()), e.getMessage());
            return e instanceof DocprocDocumentException || CODES_ABOUT_THE_JOB.contains(e.getCode())
                    ? abandonedIfExpired(job, e.getMessage())
                    : Optional.empty();
        }
    }

    private Optional<Delivery> abandonedIfExpired(SubmittedJob job, String reason) {
        return Optional.of(job)
                .filter(this::isExpired)
                .map(expired -> new Delivery(
                        job,
                        new ParseCompletion(
                                job.jobId(),
                                "failed",
                                null,
                                "abandoned without completion after callbackTtl, "
                                        + callbacks.timeToLive().toMillis() + " ms after the submission: " + reason,
                                null)));
    }

    private boolean isExpired(SubmittedJob job) {
        return callbacks.isExpired(job, clock.instant());
    }

    /** Leases the job of a completion, which then waits for the route. Returns false if another node has the lease. */
    private boolean deliver(Delivery delivery) {
        pending.incrementAndGet();
        boolean isLeased = false;
        try {
            isLeased = delivery.lease() == LeaseResult.ACQUIRED;
        } finally {
            if (!isLeased) {
                pending.decrementAndGet();
            }
        }
        if (isLeased) {
            waiting.add(delivery);
            try {
                deliveries.execute(this::runNext);
            } catch (RejectedExecutionException e) {
                releaseWaiting();
            }
        }
        return isLeased;
    }

    private void releaseWaiting() {
        for (Delivery next = waiting.poll(); next != null; next = waiting.poll()) {
            next.release();
        }
    }

    private void runNext() {
        Delivery delivery = waiting.poll();
        if (delivery != null && isPollAllowed() && delivery.renew()) {
            delivery.run().whenComplete((succeeded, failure) -> {
                counts.add(succeeded ? Outcome.PROCESSED : Outcome.FAILED);
                delivered();
            });
        } else if (delivery != null) {
            delivery.release();
        }
    }

    private void delivered() {
        pending.decrementAndGet();
        deliveryPermits.release();
    }

    /** A completion, and the job that it completes. */
    final class Delivery {
        private final SubmittedJob job;
        private final ParseCompletion completion;
        private final String owner = UUID.randomUUID().toString();
        private final ReentrantLock lock = new ReentrantLock();

        Delivery(SubmittedJob job, ParseCompletion completion) {
            this.job = job;
            this.completion = completion;
        }

        /**
         * Leases the job. If the repository does not contain it, its callback has arrived before the response to its
         * submission. The job is then stored, so that its completion survives a failure of this node.
         */
        LeaseResult lease() {
            LeaseResult result = extend();
            if (result == LeaseResult.UNKNOWN) {
                repository.submitted(job);
                result = extend();
            }
            if (result == LeaseResult.ACQUIRED) {
                leased.add(this);
            }
            return result;
        }

        private LeaseResult extend() {
            Instant now = clock.instant();
            Duration timeout = ServiceAccount.duration(options.getLeaseTimeout(), TimeUnit.MILLISECONDS);
            return repository.lease(job.jobId(), owner, now, now.plus(timeout));
        }

        /** Extends the lease unless the route has ended. Catches all failures: one would cancel the schedule. */
        private void extendIfLeased() {
            lock.lock();
            try {
                if (leased.contains(this)) {
                    extend();
                }
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "The lease on parse job {} could not be extended; this is retried until the lease expires: {}",
                        singleLine(job.jobId()),
                        e.toString());
            } finally {
                lock.unlock();
            }
        }

        /** Returns whether no other node has taken over the job while its completion was waiting. */
        private boolean renew() {
            try {
                return extend() == LeaseResult.ACQUIRED;
            } catch (RuntimeException | Error e) {
                LOG.warn("Parse job {} is polled again: {}", singleLine(job.jobId()), e.toString());
                return false;
            }
        }

        /** A lease that is being extended is not released meanwhile. */
        private void endLease() {
            lock.lock();
            try {
                leased.remove(this);
            } finally {
                lock.unlock();
            }
        }

        /** Leaves the completion to another node, or to a later poll. */
        private void release() {
            try {
                endLease();
                repository.release(job.jobId(), owner);
            } catch (RuntimeException | Error e) {
                LOG.warn("Parse job {} is polled when its lease expires: {}", singleLine(job.jobId()), e.toString());
            } finally {
                delivered();
            }
        }

        /**
         * Runs the route on a new exchange, and records its end.
         *
         * @return whether the route has succeeded and this is recorded; otherwise the completion is delivered again
         */
        CompletableFuture<Boolean> run() {
            return route(completion)
                    .thenCompose(exchange ->
                            isGone(exchange) ? routeAgain(exchange) : CompletableFuture.completedFuture(exchange))
                    .handle((exchange, failure) -> {
                        if (failure != null) {
                            report("The route could not process the completion of parse job " + job.jobId(), failure);
                        }
                        boolean succeeded = failure == null
                                && !exchange.isFailed()
                                && !exchange.isRollbackOnly()
                                && !exchange.isRollbackOnlyLast();
                        releaseExchange(exchange, false);
                        return record(succeeded);
                    });
        }

        private CompletableFuture<Exchange> routeAgain(Exchange gone) {
            ParseCompletion failed = withoutResult(gone);
            releaseExchange(gone, false);
            return route(failed);
        }

        private CompletableFuture<Exchange> route(ParseCompletion event) {
            CompletableFuture<Exchange> routed = new CompletableFuture<>();
            try {
                Exchange exchange = createExchange(false);
                Message message = exchange.getMessage();
                message.setBody(event);
                message.setHeader(Exchange.CONTENT_TYPE, "application/json");
                text(job.fileName()).ifPresent(name -> message.setHeader(Exchange.FILE_NAME, name));
                ResultHeader.JOB_ID.set(message, Optional.of(event.jobId()));
                ResultHeader.STATUS.set(message, Optional.ofNullable(event.status()));
                ResultHeader.RESULT_URL.set(message, Optional.ofNullable(event.resultUrl()));
                ResultHeader.MESSAGE.set(message, Optional.ofNullable(event.message()));
                ResultHeader.CORRELATION_ID.set(message, text(job.correlationId()));
                getAsyncProcessor().process(exchange, doneSync -> routed.complete(exchange));
            } catch (Throwable e) {
                routed.completeExceptionally(e);
            }
            return routed;
        }

        private static Optional<String> text(String text) {
            return Optional.of(text).filter(value -> !value.isEmpty());
        }

        /** Returns whether {@code parseResult} has failed in the route because the result of the job no longer exists. */
        private boolean isGone(Exchange exchange) {
            return completion.isCompleted()
                    && exchange.getException() instanceof DocprocJobException e
                    && e.getJobId().equals(job.jobId())
                    && isExpired(job);
        }

        private ParseCompletion withoutResult(Exchange exchange) {
            String message = "the result could not be downloaded within callbackTtl, "
                    + callbacks.timeToLive().toMillis() + " ms after the submission: "
                    + exchange.getException().getMessage();
            LOG.warn("Parse job {} is delivered as failed: {}", singleLine(job.jobId()), singleLine(message));
            return new ParseCompletion(job.jobId(), "failed", completion.resultUrl(), message, completion.other());
        }

        private boolean record(boolean succeeded) {
            try {
                endLease();
                if (!succeeded) {
                    repository.failed(job.jobId(), owner, waitingSince(retryDelays.delay(job.failureCount())));
                } else if (completion.isFinal()) {
                    // The record is kept while the callback URL is valid, so that a replayed callback is a duplicate.
                    repository.completed(job.jobId(), clock.instant().plus(callbacks.timeToLive()));
                } else {
                    repository.release(job.jobId(), owner);
                }
                return succeeded;
            } catch (RuntimeException | Error e) {
                report(
                        "The route " + (succeeded ? "succeeded" : "failed") + " for parse job " + job.jobId()
                                + ", but the job repository failed to record this; the completion may be delivered again",
                        e);
                return false;
            }
        }
    }

    private void report(String message, Throwable failure) {
        try {
            getExceptionHandler()
                    .handleException(message, failure instanceof CompletionException ? failure.getCause() : failure);
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: {}", message, failure, e);
        }
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        paths().add(getEndpoint(), callbacks.path(), !hasCallbacks);
        // Camel would report a disabled health check as UNKNOWN, which is not ready.
        if (!getHealthCheck().isEnabled()) {
            setHealthCheck(null);
        }
    }

    @Override
    protected void afterConfigureScheduler(ScheduledPollConsumerScheduler scheduler, boolean newScheduler) {
        // With repeatCount, Camel interrupts all threads after the last poll.
        boolean isConfigured = getRepeatCount() > 0
                || (getSchedulerProperties() != null
                        && !getSchedulerProperties().isEmpty());
        if (newScheduler && !isConfigured && scheduler instanceof DefaultScheduledPollConsumerScheduler threads) {
            threads.setPoolSize(POLLING_THREADS);
            threads.setConcurrentConsumers(POLLING_THREADS);
        }
    }

    @Override
    protected void doStart() throws Exception {
        boolean started = false;
        try {
            if (getRoute() != null) {
                paths().reserve(getEndpoint(), callbacks.path(), !hasCallbacks, getRoute());
            }
            ServiceHelper.startService(repository);
            jobStatus = jobStatusSupplier.get();
            ExecutorServiceManager threads = getEndpoint().getCamelContext().getExecutorServiceManager();
            deliveries = threads.newSingleThreadExecutor(this, "docproc-completions");
            leases = threads.newScheduledThreadPool(this, "docproc-leases", 1);
            long interval = Math.max(1, Math.min(options.getLeaseTimeout() / 3, MAX_LEASE_INTERVAL));
            leases.scheduleWithFixedDelay(
                    () -> leased.forEach(Delivery::extendIfLeased), interval, interval, TimeUnit.MILLISECONDS);
            leases.scheduleAtFixedRate(() -> deliveries.execute(this::purge), 1, 60, TimeUnit.MINUTES);
            startServer();
            super.doStart();
            started = true;
        } finally {
            // Camel does not stop a consumer that could not start.
            if (!started) {
                doStop();
            }
        }
    }

    /** Starts the server for callbacks, if the consumer has one. */
    void startServer() throws Exception {}

    private void purge() {
        try {
            repository.purge(clock.instant());
        } catch (RuntimeException | Error e) {
            LOG.warn("Records of completed parse jobs could not be deleted; this is retried in one hour", e);
        }
    }

    /** Leaves the completions that wait for the route to other nodes. Those that are in the route continue. */
    @Override
    protected void doSuspend() throws Exception {
        super.doSuspend();
        releaseWaiting();
    }

    @Override
    protected void doStop() throws Exception {
        doSuspend();
        paths().release(getEndpoint());
        super.doStop();
        if (jobStatus != null) {
            jobStatus.abort();
        }
        shutdown(deliveries);
        // Camel starts a route again with another consumer, and shuts this one down with the context.
        if (leased.isEmpty()) {
            shutdown(leases);
        }
    }

    @Override
    protected void doShutdown() throws Exception {
        paths().remove(getEndpoint());
        shutdown(leases);
        super.doShutdown();
    }

    private void shutdown(ExecutorService threads) {
        if (threads != null) {
            getEndpoint().getCamelContext().getExecutorServiceManager().shutdown(threads);
        }
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return false;
    }

    /** The response to a callback is written, and a completion recorded, after the exchange has left the route. */
    @Override
    public int getPendingExchangesSize() {
        return pending.get();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete.
    }
}

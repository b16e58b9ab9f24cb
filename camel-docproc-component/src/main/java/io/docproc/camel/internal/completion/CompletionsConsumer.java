/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocTransportException;
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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Polls the jobs of its path that are overdue, and delivers their completions to the route.
 *
 * <p>A round reads the overdue jobs and leaves their status requests to threads of its own. The consumers of a component
 * share half of its permits: neither a request that hangs nor a slow route delays the polls of other jobs, and calls of
 * routes have permits. While 32 completions of a node are in the route or wait for it, the node polls no further job, and other nodes
 * deliver theirs.
 *
 * <p>Before a node requests the status of a job, it stores the time of the next poll, so that no other node polls the same
 * job. The delay between two polls grows exponentially. A completion is delivered once: its node leases the job, runs the
 * route, and records that the job is processed. If the route fails, or the node dies and its lease expires, the completion
 * is delivered again.
 *
 * <p>A job is abandoned only after {@code callbackTtl}, and only if the service has responded about this job, or its id
 * cannot be sent. After any other failure it is polled again, regardless of its age.
 */
public class CompletionsConsumer extends ScheduledPollConsumer implements ShutdownAware {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionsConsumer.class);
    /** Maximum number of jobs that wait for their poll. */
    private static final int PAGE_SIZE = 5_000;
    /** Status requests that wait for a permit and a slot of the rate at once, so that calls of routes get most of both. */
    private static final int MAX_UNSENT = 4;
    /** Completions in the route or waiting for it. Other nodes deliver further ones, whose leases this node need not extend. */
    private static final int MAX_DELIVERIES = 32;

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
    final Consumer<Outcome> outcomes;

    private final boolean hasCallbacks;
    private final Duration pollAfter;
    private final Duration maxPollDelay;
    private final Supplier<JobStatus> jobStatusSupplier;
    private final int maxRequests;
    private final Supplier<Semaphore> requestPermits;
    private final Set<Delivery> leased = ConcurrentHashMap.newKeySet();
    private final Set<String> polling = ConcurrentHashMap.newKeySet();
    private final Queue<Delivery> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore deliveryPermits = new Semaphore(MAX_DELIVERIES);
    private final Semaphore unsentPermits = new Semaphore(MAX_UNSENT);
    /** A failure of the repository in an earlier round, which Camel has not handled. */
    private final AtomicReference<RuntimeException> repositoryFailure = new AtomicReference<>();

    private volatile JobStatus jobStatus;
    private ScheduledExecutorService leases;
    private ExecutorService requests;
    private ExecutorService deliveries;

    /** Outcome of a completion. Callbacks and polls are counted together. */
    public enum Outcome {
        /** The route has processed the completion. */
        PROCESSED,
        /** This node or another one has processed the completion already, or is processing it. */
        DUPLICATE,
        /** The route or a store failed. A later callback or poll can deliver the completion again. */
        FAILED,
        /** The completion was not accepted. Examples: invalid signature, invalid body, body too large, a stop. */
        REFUSED;

        /** Returns the name as in tags and tables: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Requests the status of jobs through the gate of the account. Thread-safe. */
    public interface JobStatus {
        /**
         * Requests the status of a job.
         *
         * @param sent runs right before the request is sent
         * @throws DocprocException if the service does not respond, or responds with an error
         */
        ParseJob request(String jobId, Runnable sent);

        /** Aborts the requests in flight and refuses further ones. */
        void abort();
    }

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param callbacks path and deadline of the jobs
     * @param hasCallbacks whether the consumer polls only jobs whose callback is overdue
     * @param repository contains the jobs
     * @param pollAfter time after the submission at which the consumer starts to poll a job
     * @param jobStatus creates the client for status requests when the consumer starts
     * @param maxRequests maximum number of status requests in flight
     * @param requestPermits returns the permits of the status requests of all consumers of the component
     * @param outcomes receives the outcome of each completion
     * @throws IllegalArgumentException if an option is out of range
     */
    public CompletionsConsumer(
            Endpoint endpoint,
            Processor processor,
            CompletionOptions options,
            Callbacks callbacks,
            boolean hasCallbacks,
            JobRepository repository,
            Duration pollAfter,
            Supplier<JobStatus> jobStatus,
            int maxRequests,
            Supplier<Semaphore> requestPermits,
            Consumer<Outcome> outcomes,
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
        this.maxRequests = maxRequests;
        this.requestPermits = requestPermits;
        this.outcomes = outcomes;
        this.clock = clock;
        maxPollDelay = Collections.max(List.of(pollAfter, hasCallbacks ? MAX_CALLBACK_POLL_DELAY : MAX_POLL_DELAY));
    }

    private ConsumerPaths paths() {
        return ConsumerPaths.of(getEndpoint().getCamelContext());
    }

    /**
     * Starts the polls of all jobs that are overdue, and returns the number of jobs whose poll runs or waits. Camel handles
     * a failure of the repository in this round or in the polls of an earlier one: it logs it and polls again.
     */
    @Override
    protected int poll() {
        if (polling.size() <= maxRequests) {
            Instant start = clock.instant();
            AtomicBoolean isEnded = new AtomicBoolean();
            repository
                    .overdue(callbacks.path(), start.minus(pollAfter), start, PAGE_SIZE)
                    .forEach(job -> begin(job, isEnded));
        }
        RuntimeException failure = repositoryFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
        // After a greedy round, Camel would poll again at once.
        return isGreedy() ? 0 : polling.size();
    }

    private void begin(SubmittedJob job, AtomicBoolean isEnded) {
        // A status request may last longer than the delay until the next one.
        if (!polling.add(job.jobId())) {
            return;
        }
        try {
            requests.execute(() -> poll(job, isEnded));
        } catch (RejectedExecutionException e) {
            polling.remove(job.jobId());
            LOG.debug("Parse job {} is not polled, because the consumer stops", singleLine(job.jobId()));
        }
    }

    /**
     * Polls a job, as soon as its completion could be delivered.
     *
     * @param isEnded whether the round has ended, because of an outage, a stop, or a failure of the repository
     */
    private void poll(SubmittedJob job, AtomicBoolean isEnded) {
        deliveryPermits.acquireUninterruptibly();
        unsentPermits.acquireUninterruptibly();
        // Last: a poll that waits for the rate of its account must not keep the permits of others.
        Semaphore permits = requestPermits.get();
        permits.acquireUninterruptibly();
        AtomicBoolean isUnsent = new AtomicBoolean(true);
        Runnable sent = () -> {
            if (isUnsent.getAndSet(false)) {
                unsentPermits.release();
            }
        };
        boolean isDelivered = false;
        try {
            isDelivered = !isEnded.get() && isPollAllowed() && deliverIfCompleted(job, sent);
        } catch (RuntimeException | Error e) {
            isEnded.set(true);
            boolean isTransport = e instanceof DocprocTransportException;
            if (!isTransport && e instanceof RuntimeException failure) {
                repositoryFailure.set(failure);
            }
            LOG.atLevel(isTransport ? Level.DEBUG : Level.WARN)
                    .log("Parse job {} is polled later: {}", singleLine(job.jobId()), e.toString());
        } finally {
            sent.run();
            permits.release();
            polling.remove(job.jobId());
            if (!isDelivered) {
                deliveryPermits.release();
            }
        }
    }

    /** Polls a job, unless another node does, and returns whether its completion waits for the route. */
    private boolean deliverIfCompleted(SubmittedJob job, Runnable sent) {
        SubmittedJob next = job.polled(waitingSince(ServiceAccount.backoff(pollAfter, job.pollCount(), maxPollDelay)));
        if (!repository.reschedule(job, next, clock.instant())) {
            return false;
        }
        try {
            return completion(job, sent).filter(this::deliver).isPresent();
        } catch (DocprocTransportException e) {
            repository.reschedule(next, job, clock.instant());
            throw e;
        }
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
    private Optional<Delivery> completion(SubmittedJob job, Runnable sent) {
        try {
            ParseCompletion status = ParseCompletion.of(jobStatus.request(job.jobId(), sent));
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
        if (!isExpired(job)) {
            return Optional.empty();
        }
        String message = "abandoned without completion after callbackTtl, "
                + callbacks.timeToLive().toMillis() + " ms after the submission: " + reason;
        return Optional.of(new Delivery(job, new ParseCompletion(job.jobId(), "failed", null, message, null)));
    }

    private boolean isExpired(SubmittedJob job) {
        return callbacks.isExpired(job, clock.instant());
    }

    /** Leases the job of a completion, which then waits for the route. Returns false if another node has the lease. */
    private boolean deliver(Delivery delivery) {
        if (delivery.lease() != LeaseResult.ACQUIRED) {
            return false;
        }
        waiting.add(delivery);
        try {
            deliveries.execute(this::runNext);
        } catch (RejectedExecutionException e) {
            LOG.debug("Parse job {} is polled again, because the consumer stops", singleLine(delivery.job.jobId()));
        }
        if (!isPollAllowed()) {
            // The stop may have released the waiting completions before this one, and a stopped thread pool may run
            // none.
            releaseWaiting();
        }
        return true;
    }

    private void releaseWaiting() {
        for (Delivery next = waiting.poll(); next != null; next = waiting.poll()) {
            next.release();
            deliveryPermits.release();
        }
    }

    private void runNext() {
        Delivery delivery = waiting.poll();
        if (delivery != null && isPollAllowed() && delivery.renew()) {
            delivery.run().whenComplete((succeeded, failure) -> {
                outcomes.accept(Boolean.TRUE.equals(succeeded) ? Outcome.PROCESSED : Outcome.FAILED);
                deliveryPermits.release();
            });
        } else if (delivery != null) {
            delivery.release();
            deliveryPermits.release();
        }
    }

    /** A completion, and the job that it completes. */
    final class Delivery {
        private final SubmittedJob job;
        private final ParseCompletion completion;
        private final String owner = UUID.randomUUID().toString();
        /** Held while the repository changes the lease, so that a lease that has ended is not extended. */
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
            if (!lock.tryLock()) {
                return;
            }
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

        /** Leaves the completion to another node, or to a later poll. */
        private void release() {
            try {
                endLease(() -> repository.release(job.jobId(), owner));
            } catch (RuntimeException | Error e) {
                LOG.warn("Parse job {} is polled when its lease expires: {}", singleLine(job.jobId()), e.toString());
            }
        }

        private void endLease(Runnable change) {
            lock.lock();
            try {
                change.run();
            } finally {
                leased.remove(this);
                lock.unlock();
                shutdownLeasesIfUnused();
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
                        boolean recorded = record(succeeded);
                        releaseExchange(exchange, false);
                        return recorded;
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
                endLease(() -> {
                    if (!succeeded) {
                        Duration first = Collections.min(List.of(pollAfter, FIRST_RETRY));
                        Duration delay = ServiceAccount.backoff(first, job.failureCount(), MAX_RETRY_DELAY);
                        repository.failed(job.jobId(), owner, waitingSince(delay));
                    } else if (completion.isFinal()) {
                        // The record is kept while the callback URL is valid, so that a replayed callback is a
                        // duplicate.
                        repository.completed(job.jobId(), clock.instant().plus(callbacks.timeToLive()));
                    } else {
                        repository.release(job.jobId(), owner);
                    }
                });
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
    protected void doStart() throws Exception {
        boolean started = false;
        try {
            if (getRoute() != null) {
                paths().reserve(getEndpoint(), callbacks.path(), !hasCallbacks, getRoute());
            }
            ServiceHelper.startService(repository);
            jobStatus = jobStatusSupplier.get();
            ExecutorServiceManager threads = getEndpoint().getCamelContext().getExecutorServiceManager();
            requests = threads.newThreadPool(this, "docproc-polls", queued("docproc-polls", maxRequests));
            deliveries = threads.newThreadPool(this, "docproc-completions", queued("docproc-completions", 1));
            leases = threads.newScheduledThreadPool(this, "docproc-leases", 1);
            long interval = Math.max(1, Math.min(options.getLeaseTimeout() / 3, MAX_LEASE_INTERVAL));
            leases.scheduleWithFixedDelay(
                    () -> leased.forEach(Delivery::extendIfLeased), interval, interval, TimeUnit.MILLISECONDS);
            leases.scheduleAtFixedRate(() -> requests.execute(this::purge), 1, 60, TimeUnit.MINUTES);
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

    /** Returns the profile of a pool whose caller never runs a task, whatever the profile of the application is. */
    private static ThreadPoolProfile queued(String id, int size) {
        ThreadPoolProfile profile = new ThreadPoolProfile(id);
        profile.setPoolSize(size);
        profile.setMaxPoolSize(size);
        profile.setMaxQueueSize(Integer.MAX_VALUE);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
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
        // Ends the polls that wait for the route, or for others.
        deliveryPermits.release(2 * PAGE_SIZE);
        unsentPermits.release(2 * PAGE_SIZE);
        shutdown(requests);
        shutdown(deliveries);
        shutdownLeasesIfUnused();
    }

    /** After a stop, the leases of running routes are extended until their end: Camel starts a route again with another consumer. */
    private void shutdownLeasesIfUnused() {
        if (isStoppingOrStopped() && leased.isEmpty()) {
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

    /** Returns the number of completions that wait, are in the route, or are not recorded yet. */
    @Override
    public int getPendingExchangesSize() {
        return leased.size();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete.
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes the completions of the jobs of its path: polls on Camel's schedule for those that are overdue, and lets a
 * {@link CallbackReceiver} accept callbacks. A {@link CompletionRunner} runs the route for both. A failure of the
 * repository is handled as that of any other poll: Camel logs it and polls again. Suspended or stopped, the consumer polls
 * for no job and refuses callbacks; running routes continue, with their leases.
 */
public class CompletionsConsumer extends ScheduledPollConsumer implements ShutdownAware {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionsConsumer.class);
    private static final long MIN_INTERVAL = 50;
    private static final long MAX_LEASE_INTERVAL = 30_000;
    private static final long MAX_POLL_INTERVAL = 5_000;
    private static final long PURGE_INTERVAL_MINUTES = 60;

    final CompletionSettings settings;
    private final CompletionRunner runner;
    private final CallbackReceiver receiver;
    private ScheduledExecutorService timer;
    private volatile ExecutorService threads;
    private volatile JobPoller poller;

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param settings the settings of the consumer
     */
    public CompletionsConsumer(Endpoint endpoint, Processor processor, CompletionSettings settings) {
        super(endpoint, processor);
        this.settings = settings;
        this.runner = new CompletionRunner(settings, endpoint, getAsyncProcessor(), this::getExceptionHandler);
        this.receiver = new CallbackReceiver(settings, runner, task -> threads.execute(task));
        paths().add(endpoint, settings.path(), !settings.hasCallbacks());
    }

    private ConsumerPaths paths() {
        return ConsumerPaths.of(getEndpoint().getCamelContext());
    }

    /** Returns the processor of the HTTP requests of callbacks. */
    AsyncProcessor receiver() {
        return receiver;
    }

    /** Starts polls for all jobs that are overdue, and returns their number. The routes run on other threads. */
    @Override
    protected int poll() {
        JobPoller current = poller;
        return current == null ? 0 : current.poll();
    }

    /** Removes a disabled health check: Camel would report it as UNKNOWN, which is not ready. */
    @Override
    protected void doInit() throws Exception {
        super.doInit();
        if (!getHealthCheck().isEnabled()) {
            setHealthCheck(null);
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (getRoute() != null) {
            paths().reserve(this, settings.path(), getRoute());
        }
        if (settings.hasCallbacks()) {
            long interval = between(MIN_INTERVAL, settings.pollAfter().toMillis() / 4, MAX_POLL_INTERVAL);
            setTimeUnit(TimeUnit.MILLISECONDS);
            setInitialDelay(interval);
            setDelay(interval);
            setStartScheduler(settings.polls());
        }
        boolean started = false;
        try {
            accept();
            startServer();
            super.doStart();
            started = true;
        } finally {
            // Camel does not stop a consumer that could not start.
            if (!started) {
                doStop();
                shutdownThreads(ExecutorServiceManager::shutdownNow);
            }
        }
    }

    /** Starts the server for callbacks, if the consumer has one. */
    void startServer() throws Exception {}

    /** Starts the repositories, accepts callbacks and allows polls. Leases are extended until the shutdown. */
    private void accept() {
        CamelContext context = getEndpoint().getCamelContext();
        if (threads == null) {
            threads = context.getExecutorServiceManager().newCachedThreadPool(this, "docproc-completions");
        }
        runner.start();
        settings.jobRepository().ifPresent(repository -> {
            ServiceHelper.startService(repository);
            if (timer == null) {
                timer = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-leases", 1);
                long interval = between(MIN_INTERVAL, settings.leaseTimeout().toMillis() / 3, MAX_LEASE_INTERVAL);
                timer.scheduleWithFixedDelay(runner::extendLeases, interval, interval, TimeUnit.MILLISECONDS);
                timer.scheduleAtFixedRate(
                        () -> threads.execute(this::purge), 1, PURGE_INTERVAL_MINUTES, TimeUnit.MINUTES);
            }
            poller = settings.polls() ? new JobPoller(settings, repository, runner, threads) : null;
        });
        runner.accept(true);
    }

    private static long between(long min, long value, long max) {
        return Math.max(min, Math.min(value, max));
    }

    /** Deletes expired records of completed jobs. */
    private void purge() {
        try {
            if (isStarted()) {
                settings.jobRepository()
                        .ifPresent(
                                repository -> repository.purge(settings.clock().instant()));
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("Records of completed parse jobs could not be deleted; this is retried in one hour", e);
        }
    }

    private void refuse() {
        runner.accept(false);
        if (poller != null) {
            poller.stop();
            poller = null;
        }
    }

    /**
     * Stops polling and refuses callbacks. Camel suspends the consumer before it stops it, and waits for the callbacks in
     * flight meanwhile.
     */
    @Override
    protected void doSuspend() throws Exception {
        refuse();
        super.doSuspend();
    }

    @Override
    protected void doResume() throws Exception {
        accept();
        super.doResume();
    }

    @Override
    protected void doStop() throws Exception {
        refuse();
        paths().release(this);
        super.doStop();
        // Camel starts a route again with another consumer, and shuts this one down with the context.
        if (runner.pending() == 0) {
            shutdownThreads(ExecutorServiceManager::shutdown);
        }
    }

    @Override
    protected void doShutdown() throws Exception {
        paths().remove(getEndpoint());
        shutdownThreads(ExecutorServiceManager::shutdownNow);
        super.doShutdown();
    }

    private void shutdownThreads(BiConsumer<ExecutorServiceManager, ExecutorService> shutdown) {
        ExecutorServiceManager manager = getEndpoint().getCamelContext().getExecutorServiceManager();
        if (timer != null) {
            shutdown.accept(manager, timer);
            timer = null;
        }
        if (threads != null) {
            shutdown.accept(manager, threads);
            threads = null;
        }
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return false;
    }

    /**
     * Returns the number of callbacks without an HTTP response and of polled completions in the route. The response is
     * written after the exchange has left the route.
     */
    @Override
    public int getPendingExchangesSize() {
        return runner.pending();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete.
    }
}

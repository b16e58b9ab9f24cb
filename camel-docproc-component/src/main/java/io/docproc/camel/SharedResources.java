/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.ComponentRateLimits;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.http.LocalTransactions;
import io.docproc.camel.internal.http.SharedServices;
import io.docproc.camel.internal.observe.AccountBalances;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.observe.ComponentMetrics;
import io.docproc.camel.internal.observe.ComponentStatus;
import io.docproc.camel.internal.operation.StoredResults;
import io.docproc.camel.internal.webhook.CompletionCounts;
import io.docproc.camel.internal.webhook.ResultDownloads;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.result.ResultRepository;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Component;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resources that the endpoints of a component share: HTTP clients, rate limits, permits, threads, stores and
 * statistics. The component starts and stops them.
 */
final class SharedResources {
    private static final Logger LOG = LoggerFactory.getLogger(SharedResources.class);

    private final Options options;
    private final CallStatistics calls = new CallStatistics();
    private final AccountBalances balances = new AccountBalances(calls);
    private final CompletionCounts completions = new CompletionCounts();
    private final ResultDownloads downloaders = new ResultDownloads();
    private final LocalTransactions localTransactions = new LocalTransactions();
    private final ComponentRateLimits rateLimits = new ComponentRateLimits();
    private final CamelHttpClients httpClients = new CamelHttpClients(rateLimits, this::schedule);
    private final InFlightTracker templateCalls = new InFlightTracker();
    private final ThreadLocal<Boolean> worker = new ThreadLocal<>();
    private final Map<Object, CallDispatcher> dispatchers = new ConcurrentHashMap<>();
    private final StoredResults results;
    private final SubmittedJobs submittedJobs;
    private final ComponentStatus status;
    private final ComponentMetrics metrics;
    private final List<Object> startedStores = new ArrayList<>();
    private int maxConcurrentRequests;
    private ExecutorService threads;
    private ScheduledExecutorService timer;
    private volatile boolean started;
    private volatile Optional<URI> registeredCallbackAddress = Optional.empty();

    /**
     * Ends what is not sent when the application stops. Camel waits for routes, but would interrupt calls of a producer
     * template. Therefore the stop first waits for those, up to the shutdown timeout, while routes continue to run.
     */
    private final LifecycleStrategy stopSignal = new LifecycleStrategySupport() {
        @Override
        public void onContextStopping(CamelContext context) {
            templateCalls.close();
            if (templateCalls.count() > 0) {
                rateLimits.startShutdown();
            }
            templateCalls.awaitCompletion(context);
            failWaitingCalls();
            rateLimits.startShutdown();
        }
    };

    /**
     * Options of the component. They may change until the component starts.
     *
     * @param jobRepository stores parse jobs; empty if no job is stored
     * @param resultRepository stores the results of billed calls; empty if no result is stored
     * @param rateLimiter custom rate limiter; empty for the rate limit of the component
     * @param requestsPerSecond maximum number of calls per second of an account; 0 = unlimited
     * @param rateLimitCooldown time without calls after a rejection for exceeding the rate limit
     * @param globalTls global TLS settings of the context, if the component uses them
     */
    record Options(
            Supplier<Optional<JobRepository>> jobRepository,
            Supplier<Optional<ResultRepository>> resultRepository,
            Supplier<Optional<RateLimiter>> rateLimiter,
            DoubleSupplier requestsPerSecond,
            Supplier<Duration> rateLimitCooldown,
            Supplier<Optional<SSLContextParameters>> globalTls) {}

    SharedResources(Options options) {
        this.options = options;
        results = new StoredResults(options.resultRepository());
        submittedJobs = new SubmittedJobs(options.jobRepository(), executor(), this::schedule);
        status = new ComponentStatus(
                calls, rateLimits, options.requestsPerSecond(), options.jobRepository(), completions);
        metrics = new ComponentMetrics(status);
    }

    void init(CamelContext context) {
        httpClients.setCamelContext(context);
    }

    /**
     * Starts the resources.
     *
     * @param owner the component, by which Camel identifies the thread pools and the meters
     * @param maxConcurrentRequests maximum number of concurrent calls of the component
     * @throws IllegalArgumentException if an option is out of range
     */
    void start(Component owner, int maxConcurrentRequests) throws Exception {
        CamelContext context = owner.getCamelContext();
        rateLimits.start(
                context,
                options.rateLimiter().get(),
                options.requestsPerSecond().getAsDouble(),
                options.rateLimitCooldown().get());
        ExecutorServiceManager pools = context.getExecutorServiceManager();
        // The dispatchers bound the number of threads.
        threads = pools.newCachedThreadPool(owner, "docproc");
        timer = pools.newScheduledThreadPool(owner, "docproc-timer", timerThread());
        this.maxConcurrentRequests = maxConcurrentRequests;
        dispatchers.clear();
        dispatcher(maxConcurrentRequests, maxConcurrentRequests);
        startStores(context);
        httpClients.calls().start();
        downloaders.start();
        metrics.start(owner);
        templateCalls.open();
        context.addLifecycleStrategy(stopSignal);
        started = true;
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

    /** Runs a task, which must not block, after a delay. */
    private Future<?> schedule(Runnable task, Duration delay) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void startStores(CamelContext context) {
        ServiceHelper.startService(httpClients);
        for (Object store : stores()) {
            CamelContextAware.trySetCamelContext(store, context);
            SharedServices.of(context).start(store);
            startedStores.add(store);
        }
        results.start();
    }

    /** Returns the rate limiter and the repositories that are configured: other components may use them as well. */
    private List<Object> stores() {
        return Stream.of(options.rateLimiter(), options.jobRepository(), options.resultRepository())
                .<Object>flatMap(store -> store.get().stream())
                .toList();
    }

    void stop(CamelContext context) {
        started = false;
        context.getLifecycleStrategies().remove(stopSignal);
        if (threads != null) {
            failWaitingCalls();
            httpClients.calls().stop();
            downloaders.stop();
        }
        metrics.stop();
        balances.stop();
        submittedJobs.stop();
        rateLimits.stop();
        results.stop();
        stopStores(context);
        ServiceHelper.stopService(httpClients);
        if (threads != null) {
            context.getExecutorServiceManager().shutdownNow(threads);
            context.getExecutorServiceManager().shutdownNow(timer);
        }
    }

    /** Stops each store once, so that another component that uses it keeps it even if the stop of another store fails. */
    private void stopStores(CamelContext context) {
        List<Object> stopping = List.copyOf(startedStores);
        startedStores.clear();
        for (Object store : stopping) {
            try {
                SharedServices.of(context).stop(store);
            } catch (RuntimeException e) {
                LOG.warn(
                        "{} cannot be stopped; stop the application to release its resources: {}",
                        store.getClass().getSimpleName(),
                        e.toString());
            }
        }
    }

    /** Returns whether the resources are started. */
    boolean isStarted() {
        return started;
    }

    CallStatistics calls() {
        return calls;
    }

    CompletionCounts completions() {
        return completions;
    }

    ComponentStatus status() {
        return status;
    }

    /** Returns the balances for the health checks. */
    AccountBalances balances() {
        return balances;
    }

    Optional<JobRepository> jobRepository() {
        return options.jobRepository().get();
    }

    /** Returns the global TLS settings of the context, if the component uses them. */
    Optional<SSLContextParameters> globalTls() {
        return options.globalTls().get();
    }

    CamelHttpClients httpClients() {
        return httpClients;
    }

    /** Returns the stored results of billed calls. */
    StoredResults results() {
        return results;
    }

    /** Returns the number of permits that endpoints share which set no number of their own. */
    int maxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    /**
     * Returns the dispatcher with these permits. Creates it at the first call.
     *
     * @param key identifies the endpoints that share the permits
     * @throws IllegalArgumentException if {@code maxConcurrentRequests} is below 1
     */
    CallDispatcher dispatcher(Object key, int maxConcurrentRequests) {
        return dispatchers.computeIfAbsent(key, first -> new CallDispatcher(maxConcurrentRequests, executor(), worker));
    }

    /** Fails the calls that wait for a permit, and those that would have to wait from now on. */
    void failWaitingCalls() {
        dispatchers.values().forEach(CallDispatcher::stop);
    }

    /** Returns the downloaders of the producers. */
    ResultDownloads downloaders() {
        return downloaders;
    }

    /** Returns the check that warns of calls that leave the thread of a local transaction. */
    LocalTransactions localTransactions() {
        return localTransactions;
    }

    ComponentRateLimits rateLimits() {
        return rateLimits;
    }

    /** Returns the submitted jobs that wait to be stored in the job repository. */
    SubmittedJobs submittedJobs() {
        return submittedJobs;
    }

    /** Returns the tracker of calls that a producer template makes outside of routes. */
    InFlightTracker templateCalls() {
        return templateCalls;
    }

    /** Returns whether the current thread runs a call or continues its route. */
    boolean isWorker() {
        return worker.get() != null;
    }

    /** Returns an executor that also works before the component is started, and after its restart. */
    Executor executor() {
        return task -> threads.execute(task);
    }

    /**
     * Sets the public callback URL that camel-webhook has registered. It overrides publicUrl and path; empty removes
     * it.
     */
    void registerCallbackAddress(Optional<URI> address) {
        registeredCallbackAddress = address;
    }

    Optional<URI> registeredCallbackAddress() {
        return registeredCallbackAddress;
    }
}

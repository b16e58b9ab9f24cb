/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.FileNames;
import io.docproc.camel.internal.http.AccountErrors;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.ComponentRateLimits;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.SharedServices;
import io.docproc.camel.internal.observe.AccountBalance;
import io.docproc.camel.internal.observe.CamelVersions;
import io.docproc.camel.internal.observe.ComponentMetrics;
import io.docproc.camel.internal.observe.ComponentStatus;
import io.docproc.camel.internal.observe.ObservedComponent;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.EndpointOptions;
import io.docproc.camel.internal.operation.SampleResponses;
import io.docproc.camel.internal.operation.StoredResults;
import io.docproc.camel.internal.webhook.CompletionCounts;
import io.docproc.camel.internal.webhook.ResultDownloads;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.result.ResultRepository;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Endpoint;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Route;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.AsyncProcessorAwaitManager;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.ShutdownPrepared;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.PropertiesHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Component {@code docproc}. Holds the configuration of the account and the resources that all its endpoints share:
 * HTTP clients, rate limits, permits and threads. Durations are in milliseconds.
 */
@ManagedResource(description = "Managed docproc component")
@Component("docproc")
public class DocprocComponent extends HealthCheckComponent implements ObservedComponent, SSLContextParametersAware {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocComponent.class);
    private static final String CAMEL_WEBHOOK = "org.apache.camel.component.webhook.WebhookCapableEndpoint";
    private static final EndpointOptions OPTIONS = new EndpointOptions(DocprocComponent.class);

    /**
     * Account, HTTP and callback options as one object, used instead of setting the options individually. Example:
     * #account
     */
    @Metadata
    private DocprocConfiguration configuration = new DocprocConfiguration();

    /**
     * Stores parse jobs until their completion is processed, so that the consumer can poll jobs whose callback was lost
     * (option pollAfter). A MemoryJobRepository, a JdbcJobRepository, or a custom implementation. If not set, no job is
     * stored. Example: #class:io.docproc.camel.job.JdbcJobRepository('jdbc:h2:./data/jobs')
     */
    @Metadata(label = "common")
    private JobRepository jobRepository;

    /**
     * Stores the results of crop, extract and parseSync: the same document with the same options is billed once, also
     * if the route is rolled back and run again. A FileResultRepository, JdbcResultRepository or a custom
     * implementation. If not set, no result is stored. Example:
     * #class:io.docproc.camel.result.FileResultRepository('data/results')
     */
    @Metadata(label = "producer")
    private ResultRepository resultRepository;

    /**
     * Whether the global TLS settings of the CamelContext are used if sslContextParameters is not set. Example: true
     */
    @Metadata(label = "security", defaultValue = "false")
    private boolean useGlobalSslContextParameters;

    /**
     * Maximum number of calls per second of an account, for all endpoints and components of the context that use the
     * account; 0 = unlimited. Calls are spaced out evenly. If not set, calls are not limited, and the component logs a
     * warning. Example: 2.5
     */
    @Metadata(label = "common")
    private Double requestsPerSecond;

    /**
     * Time without any call of an account after the service has rejected a call for exceeding the rate limit (code
     * 40306 or HTTP status 429). A longer time in the header Retry-After applies instead, up to an hour, also with HTTP
     * status 503. The component does not send the rejected call again; a route with
     * docproc-safe-redelivery does so after the cooldown. Example: 30s
     */
    @Metadata(label = "advanced", defaultValue = "10s", javaType = "java.time.Duration")
    private long rateLimitCooldown = 10_000;

    /**
     * Maximum time that a call waits after an account error, such as an insufficient balance, until the account works
     * again; 0 = the exception is thrown at once. The refused call is then sent again. Calls of a route that starts at
     * an HTTP server do not wait. Example: 8h
     */
    @Metadata(label = "producer", defaultValue = "0", javaType = "java.time.Duration")
    private long accountErrorTimeout;

    /**
     * Time between two checks whether an account works again, if accountErrorTimeout is set. A check is a balance
     * request, which is not billed, and then one of the waiting calls. Example: 5m
     */
    @Metadata(label = "advanced", defaultValue = "30s", javaType = "java.time.Duration")
    private long accountCheckInterval = 30_000;

    /**
     * Custom rate limiter of the account, used instead of requestsPerSecond, for example a JdbcRateLimiter that several
     * nodes share. All calls of this component use it. Example: #rateLimiter
     */
    @Metadata(label = "advanced")
    private RateLimiter rateLimiter;

    final CallStatistics calls = new CallStatistics();
    final CompletionCounts completions = new CompletionCounts();
    /** Balances for the health checks: all endpoints of an account share one. */
    final Map<Object, AccountBalance> balances = new ConcurrentHashMap<>();

    final ComponentRateLimits rateLimits = new ComponentRateLimits();
    final AccountErrors accountErrors = new AccountErrors();
    final CamelHttpClients httpClients = new CamelHttpClients(rateLimits, this::schedule);
    final ResultDownloads downloaders = new ResultDownloads();
    /** Null if no result is stored. Created after the check of the class path: it loads classes that a broken one lacks. */
    StoredResults results;

    final SubmittedJobs submittedJobs = new SubmittedJobs(this::jobRepository, this::execute, this::schedule);
    /** Routes whose consumer was checked for a local transaction. */
    final Set<String> checkedRoutes = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean unsetRateLimitLogged = new AtomicBoolean();

    private final ComponentStatus componentStatus = new ComponentStatus(
            calls,
            rateLimits,
            accountErrors,
            this::getRequestsPerSecond,
            this::jobRepository,
            completions,
            balances.values(),
            () -> configuration.getMinimumBalance());
    private final ComponentMetrics metrics = new ComponentMetrics(componentStatus);
    private final Map<Object, CallDispatcher> dispatchers = new ConcurrentHashMap<>();
    /** Set on a thread that runs a call or continues its route. */
    private final ThreadLocal<Boolean> worker = new ThreadLocal<>();
    /** One permit is taken for each call that a producer template makes outside of routes. */
    private final Semaphore templateCalls = new Semaphore(Integer.MAX_VALUE);

    /** Replaced by tests. */
    Clock clock = Clock.systemUTC();

    private final Map<String, RouteStop> routeStops = new ConcurrentHashMap<>();
    private final LifecycleStrategy routeListener = new LifecycleStrategySupport() {
        @Override
        public void onRoutesAdd(Collection<Route> routes) {
            for (Route route : routes) {
                RouteStop stop = new RouteStop();
                routeStops.put(route.getRouteId(), stop);
                route.addService(stop);
            }
        }

        @Override
        public void onRoutesRemove(Collection<Route> routes) {
            routes.forEach(route -> routeStops.remove(route.getRouteId()));
        }
    };

    private final List<Object> startedStores = new ArrayList<>();
    private int sharedPermits;
    private ExecutorService threads;
    private ScheduledExecutorService timer;
    private volatile boolean acceptsTemplateCalls;
    /** System time in nanoseconds at which the shutdown timeout of the application ends. */
    private volatile long shutdownDeadline;

    private volatile Optional<URI> registeredCallbackAddress = Optional.empty();

    /**
     * Ends what is not sent when the application stops. Camel waits for routes, but would interrupt calls of a producer
     * template. Therefore the stop first waits for those, up to the shutdown timeout, while routes continue to run.
     */
    private final LifecycleStrategy stopSignal = new LifecycleStrategySupport() {
        @Override
        public void onContextStopping(CamelContext context) {
            shutdownDeadline = System.nanoTime() + shutdownTimeout(context).toNanos();
            acceptsTemplateCalls = false;
            stopAccountErrors();
            if (templateCalls.availablePermits() < Integer.MAX_VALUE) {
                httpClients.calls().startShutdown();
            }
            awaitTemplateCalls(context);
            // Calls that wait for a permit or for the rate limit fail as unsent.
            dispatchers.values().forEach(CallDispatcher::stop);
            httpClients.calls().startShutdown();
        }
    };

    /** Ends the waits for an account when Camel is about to stop or suspend a route, and waits for its exchanges. */
    private final class RouteStop extends ServiceSupport implements ShutdownPrepared {
        private volatile boolean stopping;
        private final AtomicInteger suspensions = new AtomicInteger();

        @Override
        public void prepareShutdown(boolean suspendOnly, boolean forced) {
            stopping = !suspendOnly;
            suspensions.incrementAndGet();
            accountErrors.wake();
        }
    }

    /** Creates a component without a context. */
    public DocprocComponent() {
        this(null);
    }

    /** Creates a component for a context. */
    public DocprocComponent(CamelContext context) {
        super(context);
        // Not at the start of the component: mixed versions of Camel fail elsewhere before that
        CamelVersions.requireConsistent();
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        DocprocOperation operation = DocprocOperation.named(remaining);
        // Camel copies the URI of an endpoint to exchange properties, which routes log. It must not contain a secret.
        String safeUri = EndpointOptions.withoutSecrets(uri, parameters);
        EndpointConfiguration own = configuration.copy();
        // Only with camel-webhook on the class path may the JVM resolve the class of the endpoint.
        boolean supportsCamelWebhook = operation == DocprocOperation.webhook
                && getCamelContext().getClassResolver().resolveClass(CAMEL_WEBHOOK) != null;
        DocprocEndpoint endpoint = supportsCamelWebhook
                ? DocprocEndpoint.CamelWebhook.endpoint(safeUri, this, operation, own)
                : new DocprocEndpoint(safeUri, this, operation, own);
        if (operation == DocprocOperation.completions) {
            endpoint.setSchedulerProperties(PropertiesHelper.extractProperties(parameters, "scheduler."));
        }
        DocprocEndpoint.OPTIONS.validate(operation, parameters, getCamelContext());
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    public PropertyConfigurer getComponentPropertyConfigurer() {
        return new DocprocComponentConfigurer() {
            @Override
            public boolean configure(CamelContext camel, Object target, String name, Object value, boolean ignoreCase) {
                OPTIONS.requireType(name, ignoreCase, value, camel);
                return super.configure(camel, target, name, value, ignoreCase);
            }
        };
    }

    /**
     * With a Camel that loads no {@link DocprocContextPlugin}, the component exists before the routes if it has options or is a
     * bean of Spring XML.
     */
    @Override
    public void setCamelContext(CamelContext camelContext) {
        super.setCamelContext(camelContext);
        DocprocSafeRedelivery.addTo(camelContext);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        CamelVersions.requireSupported(getCamelContext());
        SampleResponses.requireReadable(getCamelContext());
        DocumentRules.load();
        FileNames.asciiEncoding()
                .ifPresent(encoding -> LOG.warn(
                        "The encoding of file names in this JVM is {} (sun.jnu.encoding): a file whose name has other"
                                + " characters cannot be read, and a result with such a name is billed and cannot be"
                                + " written. Start the JVM with the environment variable LC_ALL=C.UTF-8",
                        encoding));
        httpClients.setCamelContext(getCamelContext());
        getCamelContext().addLifecycleStrategy(routeListener);
    }

    @Override
    protected void doShutdown() throws Exception {
        getCamelContext().getLifecycleStrategies().remove(routeListener);
        super.doShutdown();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // Not in doInit: Camel initializes a component before the application configures it.
        CamelContext context = getCamelContext();
        rateLimits.start(
                context,
                Optional.ofNullable(rateLimiter),
                getRequestsPerSecond(),
                ServiceAccount.duration(rateLimitCooldown, TimeUnit.MILLISECONDS));
        ServiceAccount.timeout("accountErrorTimeout", accountErrorTimeout);
        accountErrors.start(context, accountCheckInterval);
        // The dispatchers bound the number of threads.
        threads = context.getExecutorServiceManager().newCachedThreadPool(this, "docproc");
        // Independent of the default profile of the application: accepts each task until the component is stopped.
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-timer");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(0);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        timer = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-timer", profile);
        // As the first of all tasks: the deadline of a call that became the first would wake the thread of the timer.
        timer.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS);
        dispatchers.clear();
        sharedPermits = configuration.getMaxConcurrentRequests();
        dispatcher(sharedPermits, sharedPermits);
        ServiceHelper.startService(httpClients);
        for (Object store : Arrays.asList(rateLimiter, jobRepository, resultRepository)) {
            if (store != null) {
                CamelContextAware.trySetCamelContext(store, context);
                // Other components may use it as well.
                SharedServices.of(context).start(store);
                startedStores.add(store);
            }
        }
        results = resultRepository == null ? null : new StoredResults(resultRepository);
        httpClients.calls().start();
        downloaders.start();
        submittedJobs.start();
        metrics.start(this);
        acceptsTemplateCalls = true;
        context.addLifecycleStrategy(stopSignal);
    }

    @Override
    protected void doStop() throws Exception {
        CamelContext context = getCamelContext();
        // Otherwise the component alone stops, for example for a new secret, and routes continue.
        boolean applicationStops = context.isStopping() || context.isStopped();
        context.getLifecycleStrategies().remove(stopSignal);
        stopAccountErrors();
        if (threads != null) {
            dispatchers.values().forEach(CallDispatcher::stopGranting);
            httpClients.calls().startShutdown();
            if (!applicationStops) {
                // They would be billed again.
                awaitEnd(() -> dispatchers.values().stream().anyMatch(calls -> calls.inFlight() > 0), context);
            }
            httpClients.calls().stop();
            downloaders.stop();
        }
        metrics.stop();
        balances.clear();
        submittedJobs.stop(
                applicationStops ? Duration.ofNanos(shutdownDeadline - System.nanoTime()) : shutdownTimeout(context));
        accountErrors.stop();
        rateLimits.stop();
        stopStores(context);
        ServiceHelper.stopService(httpClients);
        if (threads != null) {
            if (applicationStops) {
                context.getExecutorServiceManager().shutdownNow(threads);
            } else {
                context.getExecutorServiceManager().shutdown(threads);
            }
            context.getExecutorServiceManager().shutdownNow(timer);
        }
        super.doStop();
    }

    /** Ends the waits for accounts, and the balance requests that they make. */
    private void stopAccountErrors() {
        accountErrors.startShutdown();
        balances.values().forEach(AccountBalance::stop);
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

    /** Runs a task on a thread of the component, which may have been restarted since. */
    private void execute(Runnable task) {
        threads.execute(task);
    }

    /** Runs a task, which must not block, after a delay. */
    private Future<?> schedule(Runnable task, Duration delay) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits until no call of a template is in flight, and the thread of each template has its result. */
    private void awaitTemplateCalls(CamelContext context) {
        // Until the thread of a template runs again, Camel would fail its completed exchange.
        awaitEnd(() -> templateCalls.availablePermits() < Integer.MAX_VALUE || isTemplateWaiting(context), context);
    }

    /** Waits until the condition is false, at most for the shutdown timeout. An interrupt ends the wait. */
    private void awaitEnd(BooleanSupplier inFlight, CamelContext context) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Runnable check = () -> {
            if (!inFlight.getAsBoolean()) {
                ended.complete(null);
            }
        };
        check.run();
        Future<?> checks = timer.scheduleWithFixedDelay(check, 5, 5, TimeUnit.MILLISECONDS);
        try {
            ended.get(shutdownTimeout(context).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("Calls are in flight after the shutdown timeout", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            checks.cancel(false);
        }
    }

    private static Duration shutdownTimeout(CamelContext context) {
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        return ServiceAccount.duration(shutdown.getTimeout(), shutdown.getTimeUnit());
    }

    private boolean isTemplateWaiting(CamelContext context) {
        return PluginHelper.getAsyncProcessorAwaitManager(context).browse().stream()
                .map(AsyncProcessorAwaitManager.AwaitThread::getExchange)
                .filter(exchange -> exchange.getFromRouteId() == null)
                .map(exchange -> exchange.getProperty(ExchangePropertyKey.TO_ENDPOINT, String.class))
                .anyMatch(uri -> uri != null
                        && DocprocSafeRedelivery.unwrap(context.hasEndpoint(uri)) instanceof DocprocEndpoint endpoint
                        && endpoint.getComponent() == this);
    }

    /**
     * Counts a call outside of routes, which a stop waits for. A call on a thread of the component belongs to a route.
     *
     * @return counts the call as completed and then continues its route; empty if the application stops
     */
    Optional<AsyncCallback> templateCall(AsyncCallback callback) {
        if (worker.get() != null) {
            return Optional.of(callback);
        }
        templateCalls.acquireUninterruptibly();
        if (!acceptsTemplateCalls) {
            templateCalls.release();
            return Optional.empty();
        }
        return Optional.of(doneSync -> {
            try {
                callback.done(doneSync);
            } finally {
                templateCalls.release();
            }
        });
    }

    /**
     * Returns the dispatcher with these permits. Creates it at the first call. A restart of the component replaces it.
     *
     * @param owner identifies the endpoints that share the permits; not used for the number of the component, whose permits
     *     all endpoints share that set no number of their own
     * @throws IllegalArgumentException if {@code permits} is below 1
     */
    CallDispatcher dispatcher(Object owner, int permits) {
        return dispatchers.computeIfAbsent(
                permits == sharedPermits ? permits : owner,
                first -> new CallDispatcher(permits, this::execute, worker));
    }

    /** Logs a warning, once, if no rate limit is chosen for the calls of the component. */
    void warnOfUnsetRateLimit(String baseUrl) {
        if (requestsPerSecond == null && rateLimiter == null && unsetRateLimitLogged.compareAndSet(false, true)) {
            LOG.warn(
                    "Option requestsPerSecond is not set, so calls to {} are not limited: above the limit of the account,"
                            + " they fail with code 40306, and the service may block the address. Set it to the calls"
                            + " per second that the account's console or contract shows, or to 0 for no limit",
                    baseUrl);
        }
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

    /** Returns what ends the wait for an account that an exchange begins now; the route is null for a template. */
    BooleanSupplier waitEnd(String routeId) {
        RouteStop stop = routeId == null ? null : routeStops.get(routeId);
        if (stop == null) {
            return () -> false;
        }
        int before = stop.suspensions.get();
        return () -> stop.stopping || stop.suspensions.get() != before;
    }

    Optional<JobRepository> jobRepository() {
        return Optional.ofNullable(jobRepository);
    }

    /** Returns the global TLS settings of the context, if the component uses them. */
    Optional<SSLContextParameters> globalTls() {
        return Optional.ofNullable(retrieveGlobalSslContextParameters());
    }

    @Override
    public ComponentStatus status() {
        return componentStatus;
    }

    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(DocprocConfiguration configuration) {
        this.configuration = configuration;
    }

    public JobRepository getJobRepository() {
        return jobRepository;
    }

    public void setJobRepository(JobRepository jobRepository) {
        this.jobRepository = jobRepository;
    }

    public ResultRepository getResultRepository() {
        return resultRepository;
    }

    public void setResultRepository(ResultRepository resultRepository) {
        this.resultRepository = resultRepository;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }

    /** Returns the limit of calls per second; 0 if calls are not limited. */
    public double getRequestsPerSecond() {
        return requestsPerSecond == null ? 0 : requestsPerSecond;
    }

    public void setRequestsPerSecond(double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
    }

    public long getRateLimitCooldown() {
        return rateLimitCooldown;
    }

    public void setRateLimitCooldown(long rateLimitCooldown) {
        this.rateLimitCooldown = rateLimitCooldown;
    }

    public long getAccountErrorTimeout() {
        return accountErrorTimeout;
    }

    public void setAccountErrorTimeout(long accountErrorTimeout) {
        this.accountErrorTimeout = accountErrorTimeout;
    }

    public long getAccountCheckInterval() {
        return accountCheckInterval;
    }

    public void setAccountCheckInterval(long accountCheckInterval) {
        this.accountCheckInterval = accountCheckInterval;
    }

    public RateLimiter getRateLimiter() {
        return rateLimiter;
    }

    public void setRateLimiter(RateLimiter rateLimiter) {
        this.rateLimiter = rateLimiter;
    }
}

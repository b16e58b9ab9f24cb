/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.call.AccountGates;
import io.docproc.camel.internal.call.Answers;
import io.docproc.camel.internal.call.Ledger;
import io.docproc.camel.internal.completion.ResultDownloads;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.observe.DocprocHealthCheck;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.EndpointOptions;
import io.docproc.camel.internal.operation.SampleResponses;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.result.ResultRepository;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.LRUCacheFactory;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.PropertiesHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Component {@code docproc}. Holds the configuration of the account and the resources that all its endpoints share:
 * HTTP clients, rate limits, permits and threads. Durations are in milliseconds.
 */
@Component("docproc")
@ManagedResource(description = "Managed docproc component")
public class DocprocComponent extends HealthCheckComponent implements SSLContextParametersAware {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocComponent.class);
    private static final EndpointOptions OPTIONS = new EndpointOptions(DocprocComponent.class);

    /**
     * Account, HTTP and callback options as one object, used instead of setting the options individually. Example:
     * #account
     */
    @Metadata
    private DocprocConfiguration configuration = new DocprocConfiguration();

    /**
     * Stores parse jobs until their completion is processed, so that the consumer can poll jobs whose callback was lost
     * (option pollAfter). A JDBC URL, a MemoryJobRepository, a JdbcJobRepository, or a custom implementation. If not set,
     * no job is stored. Example:
     * jdbc:h2:./data/jobs;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE
     */
    @Metadata(label = "common")
    private JobRepository jobRepository;

    /**
     * Stores the results of crop, extract and parseSync, and the jobs of parse and parseAsync: the same document with the same options
     * is billed once, also if the route is rolled back and run again. A folder, a JDBC URL, a FileResultRepository, a
     * JdbcResultRepository or a custom implementation. If not set, no result is stored. Example: data/results
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
     * status 503. The rejected call itself fails, and the others wait. Example: 30s
     */
    @Metadata(label = "advanced", defaultValue = "10s", javaType = "java.time.Duration")
    private long rateLimitCooldown = 10_000;

    /**
     * Maximum time for which a call of an exchange that nothing waits for (InOnly) waits for the end of an outage, such as
     * an unreachable service or an insufficient balance, and is made again if it is certain or assumed not to be billed;
     * 0 = the exception is thrown at once. Example: 15m
     */
    @Metadata(label = "producer", defaultValue = "2m", javaType = "java.time.Duration")
    private long outageTimeout = 120_000;

    /**
     * Custom rate limiter of the account, used instead of requestsPerSecond, for example a BucketRateLimiter that several
     * nodes share. All calls of this component use it. Example: #rateLimiter
     */
    @Metadata(label = "advanced")
    private RateLimiter rateLimiter;

    /**
     * Whether a misspelled name is an error: a header that begins with CamelDocproc and is none of the component fails the
     * call, and an unknown parameter of a Kamelet fails the start. If false, a warning is logged, once for each name. Set it
     * in tests. Example: true
     */
    @Metadata(label = "advanced", defaultValue = "false")
    private boolean failOnUnknownName;

    final CamelHttpClients httpClients = new CamelHttpClients(this::schedule);
    final ResultDownloads downloaders = new ResultDownloads(httpClients);

    final ComponentObservation observation = new ComponentObservation(this);

    private final AtomicBoolean unsetRateLimitLogged = new AtomicBoolean();
    /** The unknown names of headers that were logged. */
    final Set<String> unknownHeaders = ConcurrentHashMap.newKeySet();

    /** Replaced by tests. */
    Clock clock = Clock.systemUTC();

    /** The gates of the accounts that this component uses since its start. */
    private final Map<List<Object>, AccountGate> accounts = LRUCacheFactory.newLRUCache(AccountGates.MAX_ACCOUNTS);

    /** The ledger of billed calls. A restart of the component replaces it. */
    Ledger ledger;
    /** The permits of the calls that are sent at the same time. A restart of the component replaces them. */
    Semaphore permits;

    /** The permits of the status requests of all consumers: half, so that the calls of routes have some. */
    Semaphore pollPermits;

    private ExecutorService threads;
    private ScheduledExecutorService timer;
    private volatile long stopBegin;

    /**
     * Ends the waits for outages when the application stops. Camel then waits for the exchanges of its routes until the
     * shutdown timeout. The calls that are in flight then are cancelled: a seda consumer waits for its exchanges without limit.
     */
    private final LifecycleStrategy stopSignal = new LifecycleStrategySupport() {
        @Override
        public void onContextStopping(CamelContext context) {
            stopBegin = System.nanoTime();
            Duration timeout = shutdownTimeout(context);
            gates().stop(timeout.dividedBy(2));
            schedule(httpClients.calls()::stop, timeout);
        }
    };

    /** Creates a component without a context. */
    public DocprocComponent() {
        this(null);
    }

    /** Creates a component for a context. */
    public DocprocComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        DocprocOperation operation = DocprocOperation.named(remaining);
        // Camel copies the URI of an endpoint to exchange properties, which routes log. It must not contain a secret.
        String safeUri = EndpointOptions.withoutSecrets(uri, parameters);
        EndpointConfiguration own = configuration.copy();
        own.setSecretCode(null);
        DocprocEndpoint endpoint = new DocprocEndpoint(safeUri, this, operation, own);
        if (operation == DocprocOperation.completions) {
            endpoint.setSchedulerProperties(PropertiesHelper.extractProperties(parameters, "scheduler."));
        }
        DocprocEndpoint.OPTIONS.validate(operation, parameters, getCamelContext());
        setProperties(endpoint, parameters);
        if (getCamelContext().isStarted()) {
            observe();
        }
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

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        SampleResponses.requireReadable(getCamelContext());
        DocumentRules.load();
        if (getCamelContext().getClassResolver().resolveClass("dev.langchain4j.data.segment.TextSegment") != null) {
            LangChain4jConverters.addTo(getCamelContext());
        }
        httpClients.setCamelContext(getCamelContext());
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // Not in doInit: Camel initializes a component before the application configures it.
        CamelContext context = getCamelContext();
        ServiceAccount.timeout("outageTimeout", outageTimeout);
        gateOptions().requireValid();
        ServiceAccount.positiveTimeout("healthCheckInterval", configuration.getHealthCheckInterval());
        DocprocHealthCheck.requireAmount(configuration.getMinimumBalance());
        if (configuration.getMaxConcurrentRequests() < 1) {
            throw new IllegalArgumentException("Option maxConcurrentRequests is "
                    + configuration.getMaxConcurrentRequests() + "; allowed is a number from 1 up");
        }
        permits = new Semaphore(configuration.getMaxConcurrentRequests(), true);
        pollPermits = new Semaphore(maxPolls(), true);
        for (Object store : Arrays.asList(rateLimiter, jobRepository, resultRepository)) {
            if (store != null) {
                // Other components may use it as well, and routes until the context has stopped.
                context.addService(store, true, true);
            }
        }
        threads = context.getExecutorServiceManager().newCachedThreadPool(this, "docproc");
        // Independent of the default profile of the application: accepts each task until the component is stopped.
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-timer");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(0);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        timer = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-timer", profile);
        // As the first of all tasks: the deadline of a call that became the first would wake the thread of the timer.
        timer.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS);
        ServiceHelper.startService(httpClients);
        ledger = new Ledger(Optional.ofNullable(resultRepository), new Answers(clock), clock);
        accounts.clear();
        gates().start();
        httpClients.calls().start();
        context.addLifecycleStrategy(stopSignal);
        // The registry of meters may start with the context.
        context.addStartupListener((started, alreadyStarted) -> observe());
    }

    @Override
    protected void doStop() throws Exception {
        CamelContext context = getCamelContext();
        context.getLifecycleStrategies().remove(stopSignal);
        if (threads != null) {
            boolean hasAllPermits = awaitCalls(context);
            httpClients.calls().stop();
            if (hasAllPermits) {
                // Calls that wait for a permit fail now.
                permits.release(configuration.getMaxConcurrentRequests());
            }
        }
        observation.end();
        gates().leave(this);
        ServiceHelper.stopService(httpClients);
        if (threads != null) {
            context.getExecutorServiceManager().shutdown(threads);
            context.getExecutorServiceManager().shutdownNow(timer);
        }
        super.doStop();
    }

    /** Registers the health check and the meters, once after each start. */
    private void observe() {
        observation.begin(
                name -> new DocprocHealthCheck(
                        name,
                        this,
                        ServiceAccount.positiveTimeout("healthCheckInterval", configuration.getHealthCheckInterval()),
                        configuration.getMinimumBalance(),
                        task -> threads.execute(task),
                        () -> accounts.values().stream()
                                .flatMap(gate -> gate.longest().stream())
                                .min(Comparator.comparing(AccountGate.Outage::since)),
                        jobRepository()),
                meters -> {
                    // Base URLs with different paths are one account.
                    meters.addGates(() -> Set.copyOf(accounts.values()));
                    meters.addPermits(permits, configuration.getMaxConcurrentRequests());
                });
    }

    /**
     * Waits for the calls in flight, which would be billed in vain: of templates, which Camel does not wait for, or of
     * routes if the component alone stops. Ends with the shutdown timeout of the application, or at an interrupt.
     *
     * @return whether none is in flight, and all permits are acquired
     */
    private boolean awaitCalls(CamelContext context) {
        try {
            Duration timeout = shutdownTimeout(context);
            // It begins with the stop of the application, or of the component alone.
            Duration remaining = context.isStopping() || context.isStopped()
                    ? timeout.minusNanos(System.nanoTime() - stopBegin)
                    : timeout;
            return permits.tryAcquire(
                    configuration.getMaxConcurrentRequests(), remaining.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Duration shutdownTimeout(CamelContext context) {
        return ServiceAccount.duration(
                context.getShutdownStrategy().getTimeout(),
                context.getShutdownStrategy().getTimeUnit());
    }

    private AccountGates gates() {
        return CamelHttpClients.ofContext(getCamelContext(), AccountGates.class, AccountGates::new);
    }

    private AccountGates.Options gateOptions() {
        return new AccountGates.Options(
                Optional.ofNullable(rateLimiter),
                getRequestsPerSecond(),
                ServiceAccount.duration(rateLimitCooldown, TimeUnit.MILLISECONDS));
    }

    /** Returns how many status requests of consumers are in flight at once. */
    int maxPolls() {
        return (configuration.getMaxConcurrentRequests() + 1) / 2;
    }

    /** Returns the gate of an account, which the components of the context share. */
    AccountGate gate(URI baseUrl, String appId) {
        return accounts.computeIfAbsent(
                List.of(baseUrl, appId), account -> gates().of(this, baseUrl, appId, gateOptions()));
    }

    /** Runs a task, which must not block, after a delay. */
    private Future<?> schedule(Runnable task, Duration delay) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
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

    Optional<JobRepository> jobRepository() {
        return Optional.ofNullable(jobRepository);
    }

    /** Returns the global TLS settings of the context, if the component uses them. */
    Optional<SSLContextParameters> globalTls() {
        return Optional.ofNullable(retrieveGlobalSslContextParameters());
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
    @ManagedAttribute(description = "Maximum number of calls per second of the account; 0 = unlimited")
    public double getRequestsPerSecond() {
        return requestsPerSecond == null ? 0 : requestsPerSecond;
    }

    /** Sets the limit of calls per second; while the component is started, for its next calls. */
    @ManagedAttribute(description = "Maximum number of calls per second of the account; 0 = unlimited")
    public void setRequestsPerSecond(double requestsPerSecond) {
        if (isStarted() && rateLimiter != null) {
            throw new IllegalStateException("The component has a rateLimiter, which is used instead of"
                    + " requestsPerSecond; change the rate there");
        }
        if (isStarted()) {
            gates().setRequestsPerSecond(this, requestsPerSecond);
        }
        this.requestsPerSecond = requestsPerSecond;
    }

    public long getRateLimitCooldown() {
        return rateLimitCooldown;
    }

    public void setRateLimitCooldown(long rateLimitCooldown) {
        this.rateLimitCooldown = rateLimitCooldown;
    }

    /** Sets the secret code; while the component is started, for the next calls. It cannot be read from JMX. */
    @ManagedAttribute(description = "Secret Code of the account", mask = true)
    public void setSecretCode(String secretCode) {
        if (isStarted()) {
            Credentials.requireVisible("secretCode", secretCode);
        }
        configuration.setSecretCode(secretCode);
    }

    public long getOutageTimeout() {
        return outageTimeout;
    }

    public void setOutageTimeout(long outageTimeout) {
        this.outageTimeout = outageTimeout;
    }

    public boolean isFailOnUnknownName() {
        return failOnUnknownName;
    }

    public void setFailOnUnknownName(boolean failOnUnknownName) {
        this.failOnUnknownName = failOnUnknownName;
    }

    public RateLimiter getRateLimiter() {
        return rateLimiter;
    }

    public void setRateLimiter(RateLimiter rateLimiter) {
        this.rateLimiter = rateLimiter;
    }

    // The options of the configuration, as the generated configurer sets them.

    public void setAppId(String appId) {
        configuration.setAppId(appId);
    }

    public void setBaseUrl(String baseUrl) {
        configuration.setBaseUrl(baseUrl);
    }

    public void setCallTimeout(long callTimeout) {
        configuration.setCallTimeout(callTimeout);
    }

    public void setCallbackSecret(String callbackSecret) {
        configuration.setCallbackSecret(callbackSecret);
    }

    public void setCallbackTtl(long callbackTtl) {
        configuration.setCallbackTtl(callbackTtl);
    }

    public void setConnectTimeout(long connectTimeout) {
        configuration.setConnectTimeout(connectTimeout);
    }

    public void setCredentialHosts(String credentialHosts) {
        configuration.setCredentialHosts(credentialHosts);
    }

    public void setEnterpriseId(String enterpriseId) {
        configuration.setEnterpriseId(enterpriseId);
    }

    public void setHealthCheckInterval(long healthCheckInterval) {
        configuration.setHealthCheckInterval(healthCheckInterval);
    }

    public void setHttpOptions(Map<String, Object> httpOptions) {
        configuration.setHttpOptions(httpOptions);
    }

    public void setMaxConcurrentRequests(int maxConcurrentRequests) {
        configuration.setMaxConcurrentRequests(maxConcurrentRequests);
    }

    public void setMaxUnansweredCalls(int maxUnansweredCalls) {
        configuration.setMaxUnansweredCalls(maxUnansweredCalls);
    }

    public void setMinimumBalance(double minimumBalance) {
        configuration.setMinimumBalance(minimumBalance);
    }

    public void setParseService(String parseService) {
        configuration.setParseService(parseService);
    }

    public void setPath(String path) {
        configuration.setPath(path);
    }

    public void setPermitTimeout(long permitTimeout) {
        configuration.setPermitTimeout(Duration.ofMillis(permitTimeout));
    }

    public void setPublicUrl(String publicUrl) {
        configuration.setPublicUrl(publicUrl);
    }

    public void setResponseTimeout(long responseTimeout) {
        configuration.setResponseTimeout(responseTimeout);
    }

    public void setSslContextParameters(SSLContextParameters sslContextParameters) {
        configuration.setSslContextParameters(sslContextParameters);
    }

    public void setWorkflowUrl(String workflowUrl) {
        configuration.setWorkflowUrl(workflowUrl);
    }
}

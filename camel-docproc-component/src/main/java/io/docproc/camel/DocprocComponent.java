/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.http.CamelHttpClients;
import io.docproc.camel.http.HttpSettings;
import io.docproc.camel.http.TimeLimit;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.observe.ComponentStatus;
import io.docproc.camel.observe.ObservedComponent;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.quota.CallQuota;
import io.docproc.camel.quota.ConcurrencyLimit;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.apache.hc.client5.http.classic.HttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The component {@code docproc}: holds the account's settings and what all its endpoints share, the HTTP clients, the
 * quota and the threads.
 */
@ManagedResource(description = "Managed docproc component")
@Component("docproc")
public class DocprocComponent extends HealthCheckComponent implements ObservedComponent, SSLContextParametersAware {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocComponent.class);

    @Metadata(
            description = "The account, the HTTP connection and how callbacks reach the application, as one object in "
                    + "place of the options one by one. Example: #account")
    private DocprocConfiguration configuration = new DocprocConfiguration();

    @Metadata(
            label = "job",
            description = "Remembers parse jobs until their end is processed, so that, with the consumer's "
                    + "callbackTimeout, a lost callback loses no job: a MemoryJobLog, FileJobLog or "
                    + "JdbcJobLog, or one of your own. Nothing is remembered when it is not set. Example: "
                    + "#class:io.docproc.camel.job.FileJobLog('data/jobs')")
    private JobLog jobLog;

    @Metadata(
            label = "security",
            defaultValue = "false",
            description = "Whether the context's global TLS settings are used where no others are set. Example: true")
    private boolean useGlobalSslContextParameters;

    @Metadata(
            label = "quota",
            defaultValue = "0",
            description = "How many calls may start in a second, for all endpoints of this component together, because "
                    + "the account has one quota; 0 for no limit. Calls are spaced out evenly. Example: 2.5")
    private double requestsPerSecond;

    @Metadata(
            label = "quota",
            defaultValue = "10s",
            javaType = "java.time.Duration",
            description = "How long all calls wait after the service has refused one for its number (code "
                    + "40306). The refused call is never repeated, because continued requests may get the "
                    + "client's address blocked. Example: 30s")
    private long rateLimitCooldown = 10_000;

    private volatile Optional<URI> registeredCallbackAddress = Optional.empty();
    private final Set<URI> announced = ConcurrentHashMap.newKeySet();
    private CamelHttpClients httpClients;
    private volatile CallQuota quota;
    private ConcurrencyLimit concurrencyLimit;
    private ExecutorService executor;
    private ScheduledExecutorService timer;
    private final Observation observation = new Observation(this);
    private final DirectCalls directCalls = new DirectCalls();

    /** A component to be configured. */
    public DocprocComponent() {}

    /** A component for a context. */
    public DocprocComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        DocprocOperation operation = DocprocOperation.named(remaining);
        // Camel hands an endpoint's URI to exchange properties, where routes log it: it must not hold a secret.
        DocprocEndpoint endpoint =
                DocprocEndpoints.create(EndpointParameters.withoutSecrets(uri, parameters), this, operation);
        new EndpointParameters(operation, getCamelContext()).apply(endpoint, parameters);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        httpClients = new CamelHttpClients(getCamelContext());
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // Not earlier: a component is initialized as soon as the context has it, and configured after that.
        quota = new CallQuota(requestsPerSecond, Duration.ofMillis(rateLimitCooldown));
        concurrencyLimit = new ConcurrencyLimit(configuration.getMaxConcurrentRequests());
        executor = getCamelContext().getExecutorServiceManager().newCachedThreadPool(this, "docproc");
        timer = getCamelContext()
                .getExecutorServiceManager()
                .newScheduledThreadPool(this, "docproc-timer", timerThread());
        ServiceHelper.startService(httpClients, jobLog);
        observation.start();
        directCalls.open();
        getCamelContext().addLifecycleStrategy(directCalls);
    }

    @Override
    protected void doStop() throws Exception {
        getCamelContext().getLifecycleStrategies().remove(directCalls);
        observation.stop();
        ServiceHelper.stopService(httpClients, jobLog);
        if (executor != null) {
            getCamelContext().getExecutorServiceManager().shutdownNow(executor);
            getCamelContext().getExecutorServiceManager().shutdownNow(timer);
        }
        super.doStop();
    }

    /** The user's JSON mapper where the registry has exactly one, as camel-jackson takes it. */
    ObjectMapper objectMapper() {
        ObjectMapper users = getCamelContext().getRegistry().findSingleByType(ObjectMapper.class);
        return users == null ? JsonMapper.builder().findAndAddModules().build() : users;
    }

    HttpClient httpClient(HttpSettings settings) {
        if (announced.add(settings.baseUrl())) {
            LOG.info("docproc calls the service at {}", settings.baseUrl());
        }
        return httpClients.client(settings);
    }

    /** The places that all endpoints share, or an endpoint's own when it sets another number. */
    ConcurrencyLimit concurrencyLimit(int maxConcurrentRequests) {
        return maxConcurrentRequests == configuration.getMaxConcurrentRequests()
                ? concurrencyLimit
                : new ConcurrencyLimit(maxConcurrentRequests);
    }

    Optional<SSLContextParameters> globalSslContextParameters() {
        return Optional.ofNullable(retrieveGlobalSslContextParameters());
    }

    /** The address under which camel-webhook has made a consumer known; overrides publicUrl and path. */
    void registerCallbackAddress(Optional<URI> address) {
        registeredCallbackAddress = address;
    }

    Optional<URI> registeredCallbackAddress() {
        return registeredCallbackAddress;
    }

    /** What is noted of calls and completions. */
    Observation observation() {
        return observation;
    }

    @Override
    public ComponentStatus status() {
        return observation.status();
    }

    CallQuota quota() {
        return quota;
    }

    /** The calls that no route makes. */
    DirectCalls directCalls() {
        return directCalls;
    }

    /** A limit that is kept by the component's timer. */
    TimeLimit limit(String option, long milliseconds) {
        return new TimeLimit(
                option,
                Duration.ofMillis(milliseconds),
                (task, delay) -> timer.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS));
    }

    /**
     * Not the application's own profile: however many calls wait for their time, none may be turned away, except when
     * the component is stopped.
     */
    private static ThreadPoolProfile timerThread() {
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-timer");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(0);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
    }

    ExecutorService executor() {
        return executor;
    }

    /** The account, the HTTP connection and how callbacks reach the application. */
    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    /** The account, the HTTP connection and the callbacks, shared by all endpoints that do not override them. */
    public void setConfiguration(DocprocConfiguration configuration) {
        this.configuration = configuration;
    }

    /** The part of the configuration that says how callbacks reach the application. */
    public CallbackOptions getCallbackOptions() {
        return configuration;
    }

    /** Remembers parse jobs until their end is processed; nothing is remembered when it is not set. */
    public JobLog getJobLog() {
        return jobLog;
    }

    /**
     * Remembers parse jobs until their end is processed, so that, with the consumer's callbackTimeout, a lost
     * callback loses no job: a MemoryJobLog, FileJobLog
     * or JdbcJobLog, or one of your own. Nothing is remembered when it is not set.
     */
    public void setJobLog(JobLog jobLog) {
        this.jobLog = jobLog;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    /** Whether the context's global TLS settings are used where no others are set. */
    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }

    /** How many calls may start in a second; 0 for no limit. */
    public double getRequestsPerSecond() {
        return requestsPerSecond;
    }

    /**
     * How many calls may start in a second, for all endpoints of this component together, because the account has one
     * quota; 0 for no limit. Calls are spaced out evenly.
     */
    public void setRequestsPerSecond(double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
    }

    /** How long all calls wait after the service has refused one for its number (code 40306), in milliseconds. */
    public long getRateLimitCooldown() {
        return rateLimitCooldown;
    }

    /**
     * How long all calls wait after the service has refused one for its number (code 40306). The refused call is never
     * repeated, because continued requests may get the client's address blocked.
     */
    public void setRateLimitCooldown(long rateLimitCooldown) {
        this.rateLimitCooldown = rateLimitCooldown;
    }
}

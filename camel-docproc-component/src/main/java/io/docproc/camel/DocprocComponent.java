/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.dispatch.CallDispatchers;
import io.docproc.camel.internal.dispatch.LocalTransactions;
import io.docproc.camel.internal.dispatch.ShutdownListener;
import io.docproc.camel.internal.dispatch.TemplateCallTracker;
import io.docproc.camel.internal.dispatch.WorkerThreads;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.ServiceClients;
import io.docproc.camel.internal.observe.ComponentStatus;
import io.docproc.camel.internal.observe.ObservedComponent;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.webhook.CallbackOptions;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.result.ResultRepository;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Component {@code docproc}. Holds the configuration of the account and the resources that all its endpoints share:
 * HTTP clients, rate limits, permits and threads.
 */
@ManagedResource(description = "Managed docproc component")
@Component("docproc")
public class DocprocComponent extends HealthCheckComponent implements ObservedComponent, SSLContextParametersAware {
    @Metadata(
            description = "Account, HTTP and callback options as one object, used instead of setting the options "
                    + "individually. Example: #account")
    private DocprocConfiguration configuration = new DocprocConfiguration();

    @Metadata(
            label = "job",
            description = "Stores parse jobs until their completion is processed, so that the consumer can poll jobs "
                    + "whose callback was lost (option pollAfter). A MemoryJobRepository, FileJobRepository, "
                    + "JdbcJobRepository or a custom implementation. If not set, no job is stored. Example: "
                    + "#class:io.docproc.camel.job.FileJobRepository('data/jobs')")
    private JobRepository jobRepository;

    @Metadata(
            label = "result",
            description = "Stores the results of crop, extract and parseSync. The same document with the same options "
                    + "is then billed once, also if the route is rolled back and run again. The results of parseAsync "
                    + "are not stored, because it returns a job. A FileResultRepository, JdbcResultRepository or a "
                    + "custom implementation. If not set, no result is stored. Example: "
                    + "#class:io.docproc.camel.result.FileResultRepository('data/results')")
    private ResultRepository resultRepository;

    @Metadata(
            label = "security",
            defaultValue = "false",
            description = "Whether the global TLS settings of the CamelContext are used if sslContextParameters is not "
                    + "set. Example: true")
    private boolean useGlobalSslContextParameters;

    @Metadata(
            label = "quota",
            defaultValue = "0",
            description = "Maximum number of calls per second of an account, for all endpoints and components of the "
                    + "context that use the account; 0 = unlimited. Calls are spaced out evenly. Example: 2.5")
    private double requestsPerSecond;

    @Metadata(
            label = "quota",
            defaultValue = "10s",
            javaType = "java.time.Duration",
            description = "Time without any call of an account after the service has rejected a call for exceeding the "
                    + "rate limit (code 40306 or HTTP status 429). The rejected call is never retried, because "
                    + "continued requests may get the client's address blocked. Example: 30s")
    private long rateLimitCooldown = 10_000;

    @Metadata(
            label = "quota,advanced",
            description = "Custom rate limiter of the account, used instead of requestsPerSecond, for example one that "
                    + "several nodes share. All calls of this component use it. Example: #rateLimiter")
    private RateLimiter rateLimiter;

    private volatile Optional<URI> registeredCallbackAddress = Optional.empty();
    private CamelHttpClients httpClients;
    private final ComponentRateLimits rateLimits = new ComponentRateLimits(this);
    private CallDispatchers dispatchers;
    private ShutdownListener shutdownListener;
    private WorkerThreads threads;
    private final ServiceClients clients = new ServiceClients();
    private final LocalTransactions localTransactions = new LocalTransactions();
    private final ComponentResults results = new ComponentResults(this);
    private final ComponentMetrics observation = new ComponentMetrics(this);
    private final TemplateCallTracker directCalls = new TemplateCallTracker(rateLimits::startShutdown);
    private final SubmittedJobs submittedJobs = new SubmittedJobs(
            () -> Optional.ofNullable(jobRepository),
            task -> threads.jobExecutor().execute(task),
            (task, delay) -> threads.schedule(task, Duration.ofMillis(delay)));

    /** Creates a component without a context. */
    public DocprocComponent() {}

    /** Creates a component for a context. */
    public DocprocComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        DocprocOperation operation = DocprocOperation.named(remaining);
        // Camel copies the URI of an endpoint to exchange properties, which routes log. It must not contain a secret.
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
        // Not in doInit: Camel initializes a component before the application configures it.
        rateLimits.start();
        threads = new WorkerThreads(getCamelContext(), this);
        dispatchers = new CallDispatchers(configuration.getMaxConcurrentRequests(), threads, observation.calls());
        CamelContextAware.trySetCamelContext(jobRepository, getCamelContext());
        ServiceHelper.startService(httpClients, jobRepository, results);
        observation.start();
        directCalls.open();
        shutdownListener = new ShutdownListener(context -> {
            dispatchers.endWaitsDuring(context.getShutdownStrategy());
            rateLimits.startShutdown(context);
        });
        getCamelContext().getManagementStrategy().addEventNotifier(shutdownListener);
        getCamelContext().addLifecycleStrategy(directCalls);
    }

    @Override
    protected void doStop() throws Exception {
        getCamelContext().getLifecycleStrategies().remove(directCalls);
        if (threads != null) {
            getCamelContext().getManagementStrategy().removeEventNotifier(shutdownListener);
            dispatchers.endWaits();
            clients.stop();
        }
        observation.stop();
        submittedJobs.stop();
        rateLimits.stop();
        ServiceHelper.stopService(httpClients, jobRepository, results);
        if (threads != null) {
            threads.shutdown();
        }
        super.doStop();
    }

    /** Returns the HTTP clients that the endpoints share. */
    CamelHttpClients httpClients() {
        return httpClients;
    }

    /** Returns the stored results of billed calls. */
    ComponentResults results() {
        return results;
    }

    /** Returns the dispatchers that run the calls of the endpoints. */
    CallDispatchers dispatchers() {
        return dispatchers;
    }

    /** Returns the service clients of the producers. */
    ServiceClients clients() {
        return clients;
    }

    /** Returns the check that warns of calls that leave the thread of a local transaction. */
    LocalTransactions localTransactions() {
        return localTransactions;
    }

    Optional<SSLContextParameters> globalSslContextParameters() {
        return Optional.ofNullable(retrieveGlobalSslContextParameters());
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

    /** Returns the statistics of calls and completions. */
    ComponentMetrics observation() {
        return observation;
    }

    @Override
    public ComponentStatus status() {
        return observation.status();
    }

    ComponentRateLimits rateLimits() {
        return rateLimits;
    }

    /** Returns the submitted jobs that wait to be stored in the job repository. */
    SubmittedJobs submittedJobs() {
        return submittedJobs;
    }

    /** Returns the tracker of calls that a producer template makes outside of routes. */
    TemplateCallTracker directCalls() {
        return directCalls;
    }

    /** Returns the threads of the component. A restart of the component replaces them. */
    WorkerThreads threads() {
        return threads;
    }

    /** Returns the account, HTTP and callback options. */
    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    /** Sets the account, HTTP and callback options. Endpoints copy and may override them. */
    public void setConfiguration(DocprocConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Returns the callback options of the configuration. */
    public CallbackOptions getCallbackOptions() {
        return configuration;
    }

    /** Returns the repository that stores parse jobs; null if no job is stored. */
    public JobRepository getJobRepository() {
        return jobRepository;
    }

    /** Sets the repository that stores parse jobs until their completion is processed. */
    public void setJobRepository(JobRepository jobRepository) {
        this.jobRepository = jobRepository;
    }

    /** Returns the repository that stores the results of billed calls; null if no result is stored. */
    public ResultRepository getResultRepository() {
        return resultRepository;
    }

    /** Sets the repository that stores the results of billed calls. */
    public void setResultRepository(ResultRepository resultRepository) {
        this.resultRepository = resultRepository;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    /** Sets whether the global TLS settings of the context are used if no others are set. */
    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }

    /** Returns the maximum number of calls per second of an account; 0 = unlimited. */
    public double getRequestsPerSecond() {
        return requestsPerSecond;
    }

    /** Sets the maximum number of calls per second of an account, evenly spaced; 0 = unlimited. */
    public void setRequestsPerSecond(double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
    }

    /** Returns the time without calls after a rejection for exceeding the rate limit, in milliseconds. */
    public long getRateLimitCooldown() {
        return rateLimitCooldown;
    }

    /** Sets the time without calls after a rejection for exceeding the rate limit, in milliseconds. */
    public void setRateLimitCooldown(long rateLimitCooldown) {
        this.rateLimitCooldown = rateLimitCooldown;
    }

    /** Returns the rate limiter of the account; null if the component uses its own. */
    public RateLimiter getRateLimiter() {
        return rateLimiter;
    }

    /** Sets a custom rate limiter, used instead of requestsPerSecond, for example one that several nodes share. */
    public void setRateLimiter(RateLimiter rateLimiter) {
        this.rateLimiter = rateLimiter;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.observe.CamelVersions;
import io.docproc.camel.internal.observe.ComponentStatus;
import io.docproc.camel.internal.observe.ObservedComponent;
import io.docproc.camel.internal.operation.ComponentConfigurer;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.EndpointOptions;
import io.docproc.camel.internal.operation.SampleResponses;
import io.docproc.camel.internal.webhook.CallbackOptions;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.result.ResultRepository;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.util.PropertiesHelper;

/**
 * Component {@code docproc}. Holds the configuration of the account and the resources that all its endpoints share:
 * HTTP clients, rate limits, permits and threads. Durations are in milliseconds.
 */
@ManagedResource(description = "Managed docproc component")
@Component("docproc")
public class DocprocComponent extends HealthCheckComponent implements ObservedComponent, SSLContextParametersAware {
    private static final EndpointOptions OPTIONS = new EndpointOptions(DocprocComponent.class);

    @Metadata(
            description = "Account, HTTP and callback options as one object, used instead of setting the options "
                    + "individually. Example: #account")
    private DocprocConfiguration configuration = new DocprocConfiguration();

    @Metadata(
            label = "common",
            description = "Stores parse jobs until their completion is processed, so that the consumer can poll jobs "
                    + "whose callback was lost (option pollAfter). A MemoryJobRepository, a "
                    + "JdbcJobRepository, or a custom implementation. If not set, no job is stored. Example: "
                    + "#class:io.docproc.camel.job.JdbcJobRepository('jdbc:h2:./data/jobs')")
    private JobRepository jobRepository;

    @Metadata(
            label = "producer",
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
            label = "common",
            defaultValue = "0",
            description = "Maximum number of calls per second of an account, for all endpoints and components of the "
                    + "context that use the account; 0 = unlimited. Calls are spaced out evenly. Example: 2.5")
    private double requestsPerSecond;

    @Metadata(
            label = "advanced",
            defaultValue = "10s",
            javaType = "java.time.Duration",
            description = "Time without any call of an account after the service has rejected a call for exceeding the "
                    + "rate limit (code 40306 or HTTP status 429). The rejected call is never retried, because "
                    + "continued requests may get the client's address blocked. Example: 30s")
    private long rateLimitCooldown = 10_000;

    @Metadata(
            label = "advanced",
            description = "Custom rate limiter of the account, used instead of requestsPerSecond, for example a "
                    + "JdbcRateLimiter that several nodes share. All calls of this component use it. "
                    + "Example: #rateLimiter")
    private RateLimiter rateLimiter;

    private final SharedResources resources = new SharedResources(new SharedResources.Options(
            () -> Optional.ofNullable(jobRepository),
            () -> Optional.ofNullable(resultRepository),
            () -> Optional.ofNullable(rateLimiter),
            () -> requestsPerSecond,
            () -> Duration.ofMillis(rateLimitCooldown),
            () -> Optional.ofNullable(retrieveGlobalSslContextParameters())));

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
        DocprocConfiguration own = configuration.copy();
        DocprocEndpoint endpoint = DocprocEndpoints.create(safeUri, this, operation, own, resources);
        own.getHttpOptions().putAll(PropertiesHelper.extractProperties(parameters, "http."));
        PropertyConfigurer configurer = getEndpointPropertyConfigurer();
        DocprocEndpoint.OPTIONS.apply(
                operation,
                parameters,
                getCamelContext(),
                (option, keys) -> configurer.configure(getCamelContext(), endpoint, option, keys, false));
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    public PropertyConfigurer getComponentPropertyConfigurer() {
        PropertyConfigurer generated = super.getComponentPropertyConfigurer();
        return generated instanceof PropertyConfigurerGetter getter
                ? new ComponentConfigurer(generated, getter, OPTIONS)
                : generated;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        CamelVersions.requireSupported(getCamelContext());
        SampleResponses.requireReadable(getCamelContext());
        DocumentRules.load();
        resources.init(getCamelContext());
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // Not in doInit: Camel initializes a component before the application configures it.
        resources.start(this, configuration.getMaxConcurrentRequests());
    }

    @Override
    protected void doStop() throws Exception {
        resources.stop(getCamelContext());
        super.doStop();
    }

    /** Returns the resources that the endpoints share. */
    SharedResources resources() {
        return resources;
    }

    @Override
    public ComponentStatus status() {
        return resources.status();
    }

    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(DocprocConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Returns the callback options of the configuration. */
    public CallbackOptions getCallbackOptions() {
        return configuration;
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

    public double getRequestsPerSecond() {
        return requestsPerSecond;
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

    public RateLimiter getRateLimiter() {
        return rateLimiter;
    }

    public void setRateLimiter(RateLimiter rateLimiter) {
        this.rateLimiter = rateLimiter;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.download.DownloadOptions;
import io.docproc.camel.internal.download.DownloadSettings;
import io.docproc.camel.internal.download.ResultSource;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceAddress;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.TimeoutOption;
import io.docproc.camel.internal.http.WaitSettings;
import io.docproc.camel.internal.observe.AccountHealthCheck;
import io.docproc.camel.internal.observe.ComponentCall;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.EndpointSettings;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.internal.operation.ParsedOutput;
import io.docproc.camel.internal.operation.ResultReuse;
import io.docproc.camel.internal.polling.JobStatusClient;
import io.docproc.camel.internal.submission.CallbackSettings;
import io.docproc.camel.internal.submission.ConsumerPaths;
import io.docproc.camel.internal.submission.JobSubmissions;
import io.docproc.camel.internal.webhook.CallbackService;
import io.docproc.camel.internal.webhook.ConsumerRoute;
import io.docproc.camel.internal.webhook.ResultDownloads;
import io.docproc.camel.internal.webhook.WebhookOptions;
import io.docproc.camel.internal.webhook.WebhookSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.ExtendedStartupListener;
import org.apache.camel.RuntimeCamelException;

/** Connects the options of one endpoint with the resources of its component. Reads the options when they are used. */
final class EndpointServices {
    private final CamelContext context;
    private final DocprocOperation operation;
    private final DocprocConfiguration configuration;
    private final Function<String, Object> options;
    private final DownloadOptions downloadOptions;
    private final SharedResources resources;
    private final Optional<Endpoint> permitOwner;
    private Operation call;
    private WaitSettings waitSettings;

    /**
     * Creates the services of an endpoint.
     *
     * @param operation the operation of the endpoint
     * @param configuration account, HTTP and callback options of the endpoint
     * @param options returns the value of an option of the endpoint by its name
     * @param downloadOptions options for the download of results
     * @param resources resources of the component
     * @param permitOwner the endpoint, if it may have permits of its own; empty if it shares them
     */
    EndpointServices(
            CamelContext context,
            DocprocOperation operation,
            DocprocConfiguration configuration,
            Function<String, Object> options,
            DownloadOptions downloadOptions,
            SharedResources resources,
            Optional<Endpoint> permitOwner) {
        this.context = context;
        this.operation = operation;
        this.configuration = configuration;
        this.options = options;
        this.downloadOptions = downloadOptions;
        this.resources = resources;
        this.permitOwner = permitOwner;
    }

    /**
     * Validates the options of the endpoint and creates its operation.
     *
     * @throws IllegalArgumentException if an option is invalid
     */
    void init() {
        operation.options().forEach(option -> CallOptions.check(operation.name(), option, option(option.name())));
        if (!operation.isForConsumers()) {
            account();
            waitSettings = new WaitSettings(
                    configuration.getMaxWaitingRequests(),
                    TimeoutOption.orNoLimit("permitTimeout", configuration.getPermitTimeout()));
            OperationContext created = context(operation);
            call = operation.create(created);
            if (operation == DocprocOperation.parseAsync) {
                warnOfMismatchedPathAfterStart(created.submissions());
            }
        }
    }

    /** Compares paths after the start of the context, because the consumers are created after the producers. */
    private void warnOfMismatchedPathAfterStart(JobSubmissions submissions) {
        try {
            context.addStartupListener(new ExtendedStartupListener() {
                @Override
                public void onCamelContextStarted(CamelContext started, boolean alreadyStarted) {
                    // Consumers may not exist yet.
                }

                @Override
                public void onCamelContextFullyStarted(CamelContext started, boolean alreadyStarted) {
                    submissions.warnOfMismatchedPath();
                }
            });
        } catch (Exception e) {
            throw RuntimeCamelException.wrapRuntimeCamelException(e);
        }
    }

    /** Returns the resources of the component. */
    SharedResources resources() {
        return resources;
    }

    /** Returns the value of an option of the endpoint by its name. */
    Object option(String name) {
        return options.apply(name);
    }

    /** Returns the operation that the producers perform. Null for a consumer endpoint. */
    Operation call() {
        return call;
    }

    /** Returns the limits for calls that wait for a thread and a permit. Null for a consumer endpoint. */
    WaitSettings waitSettings() {
        return waitSettings;
    }

    /**
     * Returns the account of the endpoint.
     *
     * @throws IllegalArgumentException if an option of the account or of the HTTP connection is invalid
     */
    ServiceAccount account() {
        Credentials credentials = new Credentials(configuration.getAppId(), configuration.getSecretCode());
        HttpSettings settings = new HttpSettings(
                ServiceAddress.of("baseUrl", configuration.getBaseUrl()),
                TimeoutOption.orNoLimit("connectTimeout", configuration.getConnectTimeout()),
                TimeoutOption.orNoLimit("responseTimeout", configuration.getResponseTimeout()),
                Optional.ofNullable(configuration.getSslContextParameters()).or(resources::globalTls),
                configuration.getHttpOptions());
        return new ServiceAccount(
                settings,
                credentials,
                TimeoutOption.orNoLimit("callTimeout", configuration.getCallTimeout()),
                resources.accountResources());
    }

    /** Creates a service client for one producer. */
    ServiceClient createClient() {
        return account().createClient();
    }

    private OperationContext context(DocprocOperation performed) {
        URI baseUrl = account().baseUrl();
        return new OperationContext(
                performed.name(),
                context,
                options,
                baseUrl,
                Optional.ofNullable(configuration.getWorkflowUrl()).map(url -> ServiceAddress.of("workflowUrl", url)),
                configuration.getParseService(),
                new JobSubmissions(callbacks(), ConsumerPaths.of(context), resources.submittedJobs()),
                this::results);
    }

    private CallbackSettings callbacks() {
        return CallbackSettings.of(configuration, resources::registeredCallbackAddress);
    }

    /**
     * Creates the health check of the account.
     *
     * @throws IllegalArgumentException if an option of the check is invalid
     */
    AccountHealthCheck healthCheck(String endpointId) {
        Duration timeout = TimeoutOption.positive("healthCheckTimeout", configuration.getHealthCheckTimeout());
        return new AccountHealthCheck(
                endpointId,
                operation.name(),
                account().baseUrl().toString(),
                TimeoutOption.positive("healthCheckInterval", configuration.getHealthCheckInterval()),
                timeout,
                configuration.getMinimumBalance(),
                () -> resources.balanceProbes().of(account(), timeout, () -> context(DocprocOperation.balance)));
    }

    /**
     * Returns the dispatcher of the calls. Endpoints with the component's {@code maxConcurrentRequests} share its permits.
     * An endpoint of a route with another number has its own. Endpoints that messages create, for example with
     * {@code toD}, share them, so that the number of permits does not grow. Do not keep the dispatcher: a restart of the
     * component replaces it.
     */
    CallDispatcher dispatcher() {
        int permits = configuration.getMaxConcurrentRequests();
        if (permits == resources.maxConcurrentRequests()) {
            return resources.dispatcher(permits, permits);
        }
        Object key = permitOwner.isPresent()
                ? permitOwner.get()
                : Arrays.asList(configuration.getBaseUrl(), configuration.getAppId(), operation, permits);
        return resources.dispatcher(key, permits);
    }

    /** Returns the permits of in-flight calls. */
    ConcurrencyLimiter concurrencyLimit() {
        return dispatcher().permits();
    }

    /** Returns the reuse of stored results for one call. */
    Optional<ResultReuse> reuse() {
        return resources
                .results()
                .reuse(
                        operation,
                        () -> ServiceAddress.of("baseUrl", configuration.getBaseUrl()),
                        configuration.getAppId(),
                        concurrencyLimit());
    }

    /**
     * Creates the callback service of a webhook consumer.
     *
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    CallbackService callbackService(WebhookOptions webhook, ConsumerRoute route) {
        WebhookSettings settings = WebhookSettings.of(webhook, callbacks(), resources.jobRepository());
        return new CallbackService(
                context,
                settings,
                route,
                new CallbackService.Resources(
                        resources.completions(), resources.executor(), this::jobStatus, downloads(webhook)));
    }

    private Optional<ResultDownloads> downloads(WebhookOptions webhook) {
        DocumentOutput output = ParsedOutput.ofConsumer(operation.name(), options);
        if (!webhook.isFetchResult()) {
            return Optional.empty();
        }
        CallOptions.check(operation.name(), EndpointSettings.MAX_RESULT_SIZE, downloadOptions.getMaxResultSize());
        DownloadSettings settings =
                DownloadSettings.of(context, account(), downloadOptions, configuration.getMaxConcurrentRequests());
        return Optional.of(new ResultDownloads(context, settings, output, this::concurrencyLimit));
    }

    private ResultSource results() {
        return resources
                .downloaders()
                .of(context, account(), downloadOptions, configuration.getMaxConcurrentRequests());
    }

    /** Creates the client that polls for parse jobs. */
    JobStatusClient jobStatus() {
        ServiceAccount account = account();
        ServiceClient client = account.createClient();
        ComponentCall status = new ComponentCall(
                DocprocOperation.parseStatus,
                context(DocprocOperation.parseStatus),
                client,
                resources.calls(),
                this::concurrencyLimit);
        return JobStatusClient.of(
                client,
                status,
                configuration.getMaxConcurrentRequests(),
                account.rateLimit().requestsPerSecond());
    }
}

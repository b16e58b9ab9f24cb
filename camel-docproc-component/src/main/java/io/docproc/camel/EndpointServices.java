/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.WaitSettings;
import io.docproc.camel.internal.observe.AccountHealthCheck;
import io.docproc.camel.internal.observe.ComponentCall;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.internal.operation.ParsedOutput;
import io.docproc.camel.internal.operation.ResultReuse;
import io.docproc.camel.internal.webhook.Callbacks;
import io.docproc.camel.internal.webhook.CompletionRunner;
import io.docproc.camel.internal.webhook.CompletionService;
import io.docproc.camel.internal.webhook.CompletionSettings;
import io.docproc.camel.internal.webhook.ConsumerPaths;
import io.docproc.camel.internal.webhook.JobStatus;
import io.docproc.camel.internal.webhook.ResultSource;
import io.docproc.camel.internal.webhook.WebhookOptions;
import io.docproc.camel.model.ParseJob;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.ExtendedStartupListener;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.ExceptionHandler;

/** Connects the options of one endpoint with the resources of its component. Reads the options when they are used. */
final class EndpointServices {
    private final CamelContext context;
    private final DocprocOperation operation;
    private final DocprocConfiguration configuration;
    private final Function<String, Object> options;
    private final WebhookOptions webhookOptions;
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
     * @param webhookOptions options for completions and the download of results
     * @param resources resources of the component
     * @param permitOwner the endpoint, if it may have permits of its own; empty if it shares them
     */
    EndpointServices(
            CamelContext context,
            DocprocOperation operation,
            DocprocConfiguration configuration,
            Function<String, Object> options,
            WebhookOptions webhookOptions,
            SharedResources resources,
            Optional<Endpoint> permitOwner) {
        this.context = context;
        this.operation = operation;
        this.configuration = configuration;
        this.options = options;
        this.webhookOptions = webhookOptions;
        this.resources = resources;
        this.permitOwner = permitOwner;
    }

    /**
     * Validates the options of the endpoint and creates its operation.
     *
     * @throws IllegalArgumentException if an option is invalid
     */
    void init() {
        DocprocEndpoint.OPTIONS.requireAllowed(operation, options);
        if (!operation.isForConsumers()) {
            account();
            waitSettings = new WaitSettings(
                    configuration.getMaxWaitingRequests(),
                    ServiceAccount.timeout("permitTimeout", configuration.getPermitTimeout()));
            OperationContext created = context(operation);
            call = operation.create(created);
            if (operation == DocprocOperation.parseAsync) {
                warnOfMismatchedPathAfterStart(created.callbacks());
            }
        }
    }

    /** Compares paths after the start of the context, because the consumers are created after the producers. */
    private void warnOfMismatchedPathAfterStart(Callbacks callbacks) {
        try {
            context.addStartupListener(new ExtendedStartupListener() {
                @Override
                public void onCamelContextStarted(CamelContext started, boolean alreadyStarted) {
                    // Consumers may not exist yet.
                }

                @Override
                public void onCamelContextFullyStarted(CamelContext started, boolean alreadyStarted) {
                    callbacks.warnOfMismatchedPath();
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
                ServiceAccount.url("baseUrl", configuration.getBaseUrl()),
                ServiceAccount.timeout("connectTimeout", configuration.getConnectTimeout()),
                ServiceAccount.timeout("responseTimeout", configuration.getResponseTimeout()),
                Optional.ofNullable(configuration.getSslContextParameters()).or(resources::globalTls),
                configuration.getHttpOptions());
        return new ServiceAccount(
                settings,
                credentials,
                ServiceAccount.timeout("callTimeout", configuration.getCallTimeout()),
                resources.httpClients());
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
                Optional.ofNullable(configuration.getWorkflowUrl()).map(url -> ServiceAccount.url("workflowUrl", url)),
                configuration.getParseService(),
                callbacks(),
                this::results);
    }

    private Callbacks callbacks() {
        return new Callbacks(
                configuration,
                resources::registeredCallbackAddress,
                ConsumerPaths.of(context),
                resources.submittedJobs());
    }

    /**
     * Creates the health check of the account.
     *
     * @throws IllegalArgumentException if an option of the check is invalid
     */
    AccountHealthCheck healthCheck(String endpointId) {
        Duration timeout = ServiceAccount.positiveTimeout("healthCheckTimeout", configuration.getHealthCheckTimeout());
        return new AccountHealthCheck(
                endpointId,
                operation.name(),
                account().baseUrl().toString(),
                ServiceAccount.positiveTimeout("healthCheckInterval", configuration.getHealthCheckInterval()),
                configuration.getMinimumBalance(),
                () -> resources.balances().of(account(), timeout, () -> context(DocprocOperation.balance)));
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
                        () -> ServiceAccount.url("baseUrl", configuration.getBaseUrl()),
                        configuration.getAppId(),
                        concurrencyLimit());
    }

    /**
     * Creates the service of a webhook consumer.
     *
     * @param endpoint creates the exchanges of the route
     * @param exceptionHandler supplies the handler of failures outside of the route
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    CompletionService completionService(
            Endpoint endpoint, AsyncProcessor route, Supplier<ExceptionHandler> exceptionHandler) {
        CompletionSettings settings = CompletionSettings.of(
                webhookOptions, callbacks(), resources.jobRepository(), configuration.getMaxConcurrentRequests());
        CompletionRunner runner = new CompletionRunner(
                settings,
                endpoint,
                route,
                exceptionHandler,
                webhookOptions.isFetchResult() ? Optional.of(results()) : Optional.empty(),
                ParsedOutput.ofConsumer(operation.name(), options));
        return new CompletionService(context, settings, runner, resources.completions(), this::jobStatus);
    }

    private ResultSource results() {
        return resources.downloaders().of(context, account(), webhookOptions);
    }

    /** Creates the client that polls for parse jobs. */
    private JobStatus jobStatus() {
        ServiceAccount account = account();
        ServiceClient client = account.createClient();
        ComponentCall status = new ComponentCall(
                DocprocOperation.parseStatus,
                context(DocprocOperation.parseStatus),
                client,
                resources.calls(),
                this::concurrencyLimit);
        return new JobStatus() {
            @Override
            public ParseJob request(String jobId) throws InterruptedException {
                return (ParseJob) status.execute(jobId);
            }

            @Override
            public double requestsPerSecond() {
                return account.rateLimit().requestsPerSecond();
            }

            @Override
            public void abort() {
                client.stop();
            }
        };
    }
}

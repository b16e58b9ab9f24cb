/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.dispatch.CallDispatcher;
import io.docproc.camel.internal.dispatch.CallDispatchers;
import io.docproc.camel.internal.dispatch.WaitSettings;
import io.docproc.camel.internal.observe.JobRepositoryHealthCheck;
import io.docproc.camel.internal.operation.CallOption;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.internal.operation.OutputObjectMapper;
import io.docproc.camel.internal.operation.ServiceCallOptions;
import io.docproc.camel.internal.webhook.WebhookConsumer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/** Crop, extract and parse documents with a document-processing service. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "docproc",
        title = "Docproc",
        syntax = "docproc:operation",
        category = {Category.CLOUD, Category.AI, Category.DOCUMENT},
        headersClass = DocprocConstants.class)
public class DocprocEndpoint extends DefaultEndpoint implements EndpointServiceLocation {
    @UriPath(description = "The operation to perform. webhook is available to consumers only. Example: crop")
    @Metadata(required = true)
    private final DocprocOperation operation;

    @UriParam
    private final DocprocConfiguration configuration;

    @UriParam
    private final DocumentOptions documentOptions = new DocumentOptions();

    @UriParam
    private final CropOptions cropOptions = new CropOptions();

    @UriParam
    private final RecognitionOptions readingOptions = new RecognitionOptions();

    @UriParam
    private final ExtractOptions extractOptions = new ExtractOptions();

    @UriParam
    private final ParseOptions parseOptions = new ParseOptions();

    @UriParam
    private final JobOptions jobOptions = new JobOptions();

    @UriParam
    private final WebhookOptions webhookOptions = new WebhookOptions();

    @UriParam
    private final ServiceCallOptions serviceCallOptions = new ServiceCallOptions();

    @UriParam
    private final AccountOptions accountOptions = new AccountOptions();

    private Operation call;
    private WaitSettings waitSettings;
    private final boolean createdByMessage;
    private final EndpointHealth health = new EndpointHealth(this);

    /** Creates an endpoint with a copy of the configuration of its component. */
    public DocprocEndpoint(String uri, DocprocComponent component, DocprocOperation operation) {
        super(uri, component);
        this.operation = operation;
        this.configuration = component.getConfiguration().copy();
        CamelContext context = component.getCamelContext();
        this.createdByMessage = context.isStarted()
                && !context.getCamelContextExtension().isSetupRoutes()
                && !context.getRouteController().isStartingRoutes();
    }

    @Override
    public DocprocComponent getComponent() {
        return (DocprocComponent) super.getComponent();
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        operation.options().forEach(this::check);
        if (!operation.receives()) {
            account().credentials();
            EndpointHealth.requireValid(configuration);
            waitSettings = new WaitSettings(
                    configuration.getMaxWaitingRequests(), Duration.ofMillis(configuration.getPermitTimeout()));
            call = operation.create(context(operation));
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // A split starts its steps while Camel initializes routes, before Camel starts the components.
        if (!getCamelContext().isStarted()) {
            ServiceHelper.startService(getComponent());
        }
        dispatcher();
    }

    /** Returns the context in which an operation of this endpoint is created. */
    OperationContext context(DocprocOperation performed) {
        return new OperationContext(
                performed.name(),
                getCamelContext(),
                this::optionValue,
                OutputObjectMapper.of(getCamelContext()),
                account().baseUrl(),
                account().workflowUrl(),
                account().parseService(),
                new EndpointSubmissions(this));
    }

    private <T> void check(CallOption<T> option) {
        CallOptions.check(operation.name(), option, optionValue(option.name()));
    }

    /** Returns the value of an option of this endpoint by its name, as the generated configurer reads it. */
    Object optionValue(String name) {
        return ((PropertyConfigurerGetter) getComponent().getEndpointPropertyConfigurer())
                .getOptionValue(this, name, false);
    }

    @Override
    public Producer createProducer() {
        if (operation.receives()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is for receiving: use it in from(), not in to()");
        }
        return new DocprocProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (!operation.receives()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is for sending: use it in to(), not in from()");
        }
        WebhookConsumer consumer = WebhookConsumer.create(
                this,
                processor,
                configuration.getPath(),
                Optional.ofNullable(webhookOptions.getWebhookComponentName()),
                new CallbackServiceFactory(this)::create);
        if (getComponent().isHealthCheckConsumerEnabled()) {
            consumer.setHealthCheck(new JobRepositoryHealthCheck(
                    getId(),
                    () -> Optional.ofNullable(getComponent().getJobRepository()),
                    getComponent().submittedJobs()::unstored));
        }
        configureConsumer(consumer);
        return consumer;
    }

    /** Returns the account and the HTTP settings of this endpoint. */
    EndpointAccount account() {
        return new EndpointAccount(this);
    }

    /** Returns the health check that the producers of this endpoint share. */
    EndpointHealth health() {
        return health;
    }

    /** Returns the operation that the producers perform. Null for a consumer endpoint. */
    Operation call() {
        return call;
    }

    /** Returns the dispatcher of the calls. Do not keep it: a restart of the component replaces it. */
    CallDispatcher dispatcher() {
        return getComponent()
                .dispatchers()
                .dispatcher(new CallDispatchers.Key(
                        createdByMessage ? Optional.empty() : Optional.of(this),
                        configuration.getBaseUrl(),
                        configuration.getAppId(),
                        operation.name(),
                        configuration.getMaxConcurrentRequests()));
    }

    /** Returns the permits of in-flight calls. */
    ConcurrencyLimiter concurrencyLimit() {
        return dispatcher().permits();
    }

    /** Returns the limits for calls that wait for a thread and a permit. */
    WaitSettings waitSettings() {
        return waitSettings;
    }

    @Override
    public String getServiceUrl() {
        return configuration.getBaseUrl();
    }

    @Override
    public String getServiceProtocol() {
        return "http";
    }

    @Override
    public Map<String, String> getServiceMetadata() {
        return Map.of("operation", operation.name());
    }

    /** Compares by identity, because URIs with masked credentials are equal for endpoints of different accounts. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Returns the operation. */
    public DocprocOperation getOperation() {
        return operation;
    }

    /** Returns the account, HTTP and callback options of this endpoint. */
    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    /** Returns the options for the input document and the message body of the result. */
    public DocumentOptions getDocumentOptions() {
        return documentOptions;
    }

    /** Returns the options of a crop call. */
    public CropOptions getCropOptions() {
        return cropOptions;
    }

    /** Returns the recognition options that extraction and parsing share. */
    public RecognitionOptions getReadingOptions() {
        return readingOptions;
    }

    /** Returns the options of an extraction. */
    public ExtractOptions getExtractOptions() {
        return extractOptions;
    }

    /** Returns the options of a parse call. */
    public ParseOptions getParseOptions() {
        return parseOptions;
    }

    /** Returns the options of parse jobs. */
    public JobOptions getJobOptions() {
        return jobOptions;
    }

    /** Returns the callback options of the configuration. */
    public CallbackOptions getCallbackOptions() {
        return configuration;
    }

    /** Returns the options of the webhook consumer. */
    public WebhookOptions getWebhookOptions() {
        return webhookOptions;
    }

    /** Returns the options of the operation {@code call}. */
    public ServiceCallOptions getServiceCallOptions() {
        return serviceCallOptions;
    }

    /** Returns the options of account queries and workflow-configuration calls. */
    public AccountOptions getAccountOptions() {
        return accountOptions;
    }

    /** Returns whether a call blocks the caller's thread. */
    public boolean isSynchronous() {
        return configuration.isSynchronous();
    }
}

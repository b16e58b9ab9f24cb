/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.observe.JobLogHealthCheck;
import io.docproc.camel.operation.CallOptions;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.operation.Operation;
import io.docproc.camel.operation.OperationContext;
import io.docproc.camel.operation.Option;
import io.docproc.camel.quota.ConcurrencyLimit;
import io.docproc.camel.webhook.WebhookConsumer;
import java.util.Map;
import java.util.Optional;
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
    @UriPath(description = "What is called, or with webhook received. Example: crop")
    @Metadata(required = true)
    private final DocprocOperation operation;

    @UriParam
    private final DocprocConfiguration configuration;

    @UriParam
    private final DocumentOptions documentOptions = new DocumentOptions();

    @UriParam
    private final CropOptions cropOptions = new CropOptions();

    @UriParam
    private final ReadingOptions readingOptions = new ReadingOptions();

    @UriParam
    private final ExtractOptions extractOptions = new ExtractOptions();

    @UriParam
    private final ParseOptions parseOptions = new ParseOptions();

    @UriParam
    private final JobOptions jobOptions = new JobOptions();

    @UriParam
    private final WebhookOptions webhookOptions = new WebhookOptions();

    @UriParam
    private final AccountOptions accountOptions = new AccountOptions();

    @UriParam(
            label = "producer,advanced",
            defaultValue = "false",
            description =
                    "Whether a call runs on the caller's thread instead of giving it back while the call runs. Example: true")
    private boolean synchronous;

    private Operation call;
    private ConcurrencyLimit concurrencyLimit;
    private final EndpointHealth health = new EndpointHealth(this);

    /** An endpoint of a component, its settings a copy of the component's. */
    public DocprocEndpoint(String uri, DocprocComponent component, DocprocOperation operation) {
        super(uri, component);
        this.operation = operation;
        this.configuration = component.getConfiguration().copy();
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
            call = operation.create(context(operation));
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // A split starts its steps while routes are initialized, which is before Camel starts components.
        if (!getCamelContext().isStarted()) {
            ServiceHelper.startService(getComponent());
        }
        concurrencyLimit = getComponent().concurrencyLimit(configuration.getMaxConcurrentRequests());
    }

    /** What an operation knows of this endpoint. */
    OperationContext context(DocprocOperation performed) {
        return new OperationContext(
                performed.name(),
                getCamelContext(),
                this::optionValue,
                getComponent().objectMapper(),
                account().baseUrl(),
                account().workflowUrl(),
                account().parseService(),
                new EndpointSubmissions(this));
    }

    private <T> void check(Option<T> option) {
        CallOptions.check(operation.name(), option, optionValue(option.name()));
    }

    /** The endpoint's value of an option by its name, through the generated configurer. */
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
        WebhookConsumer consumer = new WebhookConsumer(
                this,
                processor,
                configuration.getPath(),
                Optional.ofNullable(webhookOptions.getWebhookComponentName()),
                webhook -> new EndpointReception(this).create(webhook::freshExchange, webhook.route()));
        if (getComponent().isHealthCheckConsumerEnabled()) {
            consumer.setHealthCheck(new JobLogHealthCheck(
                    getId(), () -> Optional.ofNullable(getComponent().getJobLog())));
        }
        configureConsumer(consumer);
        return consumer;
    }

    /** The account and its HTTP connection, as this endpoint has them. */
    EndpointAccount account() {
        return new EndpointAccount(this);
    }

    /** The health check that its producers share. */
    EndpointHealth health() {
        return health;
    }

    /** What a call does. */
    Operation call() {
        return call;
    }

    /** The places for calls in flight. */
    ConcurrencyLimit concurrencyLimit() {
        return concurrencyLimit;
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

    /** Identity: the URIs of two accounts' endpoints differ in nothing but what is masked. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** The operation. */
    public DocprocOperation getOperation() {
        return operation;
    }

    /** The account, the HTTP connection and how callbacks reach the application. */
    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    /** What goes in and what comes out. */
    public DocumentOptions getDocumentOptions() {
        return documentOptions;
    }

    /** The parameters of a crop call. */
    public CropOptions getCropOptions() {
        return cropOptions;
    }

    /** How the service reads a document. */
    public ReadingOptions getReadingOptions() {
        return readingOptions;
    }

    /** The parameters of an extraction. */
    public ExtractOptions getExtractOptions() {
        return extractOptions;
    }

    /** The configuration of a parse call. */
    public ParseOptions getParseOptions() {
        return parseOptions;
    }

    /** The parameters of parse jobs. */
    public JobOptions getJobOptions() {
        return jobOptions;
    }

    /** The part of the configuration that says how callbacks reach the application. */
    public CallbackOptions getCallbackOptions() {
        return configuration;
    }

    /** How completions are taken. */
    public WebhookOptions getWebhookOptions() {
        return webhookOptions;
    }

    /** The parameters of account and workflow calls. */
    public AccountOptions getAccountOptions() {
        return accountOptions;
    }

    /** Whether a call runs on the caller's thread. */
    public boolean isSynchronous() {
        return synchronous;
    }

    /** Whether a call runs on the caller's thread. */
    public void setSynchronous(boolean synchronous) {
        this.synchronous = synchronous;
    }
}

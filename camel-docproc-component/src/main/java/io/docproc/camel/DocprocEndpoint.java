/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.observe.AccountHealthCheck;
import io.docproc.camel.internal.observe.JobRepositoryHealthCheck;
import io.docproc.camel.internal.operation.CropOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.DocumentOptions;
import io.docproc.camel.internal.operation.EndpointOptions;
import io.docproc.camel.internal.operation.ExtractOptions;
import io.docproc.camel.internal.operation.ParseOptions;
import io.docproc.camel.internal.operation.ServiceOptions;
import io.docproc.camel.internal.webhook.CallbackOptions;
import io.docproc.camel.internal.webhook.WebhookConsumer;
import io.docproc.camel.internal.webhook.WebhookOptions;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.service.ServiceHelper;

/** Crop, extract and parse documents with a document-processing service. */
@UriEndpoint(
        firstVersion = "1.0.0",
        scheme = "docproc",
        title = "Docproc",
        syntax = "docproc:operation",
        category = {Category.CLOUD, Category.AI, Category.DOCUMENT},
        headersClass = DocprocConstants.class)
public class DocprocEndpoint extends DefaultEndpoint implements EndpointServiceLocation {
    static final EndpointOptions OPTIONS = new EndpointOptions(DocprocEndpoint.class);

    @UriPath(
            enums =
                    "crop,extract,parseAsync,parseSync,parseStatus,parseResult,balance,packages,addField,updateTable,call,webhook",
            description = "The operation to perform. webhook is available to consumers only. Example: crop")
    @Metadata(required = true)
    private final String operation;

    private final DocprocOperation performed;

    @UriParam
    private final DocprocConfiguration configuration;

    @UriParam
    private final DocumentOptions documentOptions = new DocumentOptions();

    @UriParam
    private final CropOptions cropOptions = new CropOptions();

    @UriParam
    private final ExtractOptions extractOptions = new ExtractOptions();

    @UriParam
    private final ParseOptions parseOptions = new ParseOptions();

    @UriParam
    private final WebhookOptions webhookOptions = new WebhookOptions();

    @UriParam
    private final ServiceOptions serviceOptions = new ServiceOptions();

    private final SharedResources resources;
    private final boolean createdByMessage;
    private EndpointServices services;
    private AccountHealthCheck healthCheck;

    /**
     * Creates an endpoint.
     *
     * @param configuration account, HTTP and callback options, which belong to this endpoint alone
     * @param resources resources that the endpoints of the component share
     */
    DocprocEndpoint(
            String uri,
            HealthCheckComponent component,
            DocprocOperation operation,
            DocprocConfiguration configuration,
            SharedResources resources) {
        super(uri, component);
        this.operation = operation.name();
        this.performed = operation;
        this.configuration = configuration;
        this.resources = resources;
        CamelContext context = component.getCamelContext();
        this.createdByMessage = context.isStarted()
                && !context.getCamelContextExtension().isSetupRoutes()
                && !context.getRouteController().isStartingRoutes();
    }

    @Override
    public HealthCheckComponent getComponent() {
        return (HealthCheckComponent) super.getComponent();
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        if (services == null) {
            services = new EndpointServices(
                    getCamelContext(),
                    performed,
                    configuration,
                    this::optionValue,
                    webhookOptions,
                    resources,
                    createdByMessage ? Optional.empty() : Optional.of(this));
        }
        services.init();
        if (!performed.isForConsumers()) {
            healthCheck = services.healthCheck(getId());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // A split starts its steps while Camel initializes routes, before Camel starts the components.
        if (!getCamelContext().isStarted()) {
            ServiceHelper.startService(getComponent());
        }
        services.dispatcher();
        // A disabled check must not be registered: Camel reports it as UNKNOWN, and UNKNOWN is not ready.
        if (healthCheck != null && getComponent().isHealthCheckProducerEnabled() && producerChecks() != null) {
            producerChecks().addHealthCheck(healthCheck);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (healthCheck != null && producerChecks() != null) {
            producerChecks().removeHealthCheck(healthCheck);
        }
        super.doStop();
    }

    private WritableHealthCheckRepository producerChecks() {
        return HealthCheckHelper.getHealthCheckRepository(
                getCamelContext(), "producers", WritableHealthCheckRepository.class);
    }

    /** Returns the value of an option by its name, as the generated configurer reads it. */
    private Object optionValue(String name) {
        return ((PropertyConfigurerGetter) getComponent().getEndpointPropertyConfigurer())
                .getOptionValue(this, name, false);
    }

    /** Returns the services that the producers and consumers of this endpoint share. */
    EndpointServices services() {
        return services;
    }

    @Override
    public Producer createProducer() {
        if (performed.isForConsumers()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is available to consumers only; use it in from(), not in to()");
        }
        return new DocprocProducer(this, performed, configuration, services);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (!performed.isForConsumers()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is available to producers only; use it in to(), not in from()");
        }
        WebhookConsumer consumer = new WebhookConsumer(
                this,
                processor,
                configuration.getPath(),
                Optional.ofNullable(webhookOptions.getWebhookComponentName()),
                (route, exceptionHandler) -> services.completionService(this, route, exceptionHandler));
        if (getComponent().isHealthCheckConsumerEnabled()) {
            consumer.setHealthCheck(new JobRepositoryHealthCheck(
                    getId(), resources::jobRepository, resources.submittedJobs()::unstored));
        }
        configureConsumer(consumer);
        return consumer;
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
        return Map.of("operation", operation);
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

    public String getOperation() {
        return operation;
    }

    public DocprocConfiguration getConfiguration() {
        return configuration;
    }

    DocumentOptions getDocumentOptions() {
        return documentOptions;
    }

    CropOptions getCropOptions() {
        return cropOptions;
    }

    ExtractOptions getExtractOptions() {
        return extractOptions;
    }

    ParseOptions getParseOptions() {
        return parseOptions;
    }

    /** Returns the callback options of the configuration. */
    CallbackOptions getCallbackOptions() {
        return configuration;
    }

    WebhookOptions getWebhookOptions() {
        return webhookOptions;
    }

    ServiceOptions getServiceOptions() {
        return serviceOptions;
    }

    public boolean isSynchronous() {
        return configuration.isSynchronous();
    }
}

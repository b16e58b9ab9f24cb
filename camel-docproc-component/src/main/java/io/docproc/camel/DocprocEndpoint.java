/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.call.Ledger;
import io.docproc.camel.internal.completion.Callbacks;
import io.docproc.camel.internal.completion.CompletionOptions;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.completion.ConsumerPaths;
import io.docproc.camel.internal.completion.ResultDownloads;
import io.docproc.camel.internal.completion.WebhookConsumer;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.ComponentCall;
import io.docproc.camel.internal.operation.CropOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.DocumentOptions;
import io.docproc.camel.internal.operation.EndpointOptions;
import io.docproc.camel.internal.operation.ExtractOptions;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OptionValues;
import io.docproc.camel.internal.operation.ParseOptions;
import io.docproc.camel.internal.operation.ServiceOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ExtendedStartupListener;
import org.apache.camel.PollingConsumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/** Crop, extract and parse documents with a document-processing service. */
@UriEndpoint(
        firstVersion = "1.0.0",
        scheme = "docproc",
        title = "Docproc",
        syntax = "docproc:operation",
        category = {Category.CLOUD, Category.AI, Category.DOCUMENT},
        headersClass = DocprocConstants.class)
public class DocprocEndpoint extends ScheduledPollEndpoint implements EndpointServiceLocation {
    /** Default wait of calls whose client waits. */
    private static final Duration PERMIT_TIMEOUT_OF_CLIENTS = Duration.ofSeconds(30);

    private static final String REPOSITORY_MISSING =
            " is true, but the component has no resultRepository; set resultRepository on the component, or remove"
                    + " storeResult";

    static final EndpointOptions OPTIONS = new EndpointOptions(DocprocEndpoint.class);

    /** The operation to perform. webhook and completions are available to consumers only. Example: crop */
    @UriPath(
            enums =
                    "crop,extract,parse,parseAsync,parseSync,parseStatus,parseResult,balance,packages,addField,updateTable,call,webhook,completions")
    @Metadata(required = true)
    private final String operation;

    private final DocprocOperation performed;

    @UriParam
    private final EndpointConfiguration configuration;

    private final CallOptions options = new CallOptions();

    @UriParam
    private final DocumentOptions documentOptions = options.document();

    @UriParam
    private final CropOptions cropOptions = options.crop();

    @UriParam
    private final ExtractOptions extractOptions = options.extract();

    @UriParam
    private final ParseOptions parseOptions = options.parse();

    @UriParam
    private final CompletionOptions completionOptions = new CompletionOptions();

    @UriParam
    private final ServiceOptions serviceOptions = options.service();

    private final DocprocComponent component;
    private final EndpointAccount account;
    private Operation producerOperation;

    /**
     * @param configuration account, call and callback options, which belong to this endpoint alone; without a secret code
     *     unless it has its own
     */
    DocprocEndpoint(
            String uri, DocprocComponent component, DocprocOperation operation, EndpointConfiguration configuration) {
        super(uri, component);
        this.component = component;
        this.operation = operation.name();
        this.performed = operation;
        this.configuration = configuration;
        this.account = new EndpointAccount(component, operation, configuration);
    }

    @Override
    public DocprocComponent getComponent() {
        return component;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        options.requireAllowed(performed);
        if (completionOptions.getMaxResultSize() < 1) {
            throw new IllegalArgumentException("Option maxResultSize of docproc:" + operation + " is '"
                    + completionOptions.getMaxResultSize() + "'; allowed is a whole number from 1 up");
        }
        if (performed.isForConsumers()) {
            return;
        }
        if (Boolean.TRUE.equals(documentOptions.getStoreResult()) && component.getResultRepository() == null) {
            throw new IllegalArgumentException("Option storeResult of docproc:" + operation + REPOSITORY_MISSING);
        }
        if (configuration.getPermitTimeout() != null) {
            ServiceAccount.timeout(
                    "permitTimeout", configuration.getPermitTimeout().toMillis());
        }
        if (configuration.getMaxUnansweredCalls() < 0) {
            throw new IllegalArgumentException("Option maxUnansweredCalls is " + configuration.getMaxUnansweredCalls()
                    + "; allowed is a number from 0 up, where 0 means no limit");
        }
        Operation.Settings created = settings(performed);
        producerOperation = performed.create(created);
        if (performed == DocprocOperation.parseAsync) {
            getCamelContext().addStartupListener(new ExtendedStartupListener() {
                @Override
                public void onCamelContextStarted(CamelContext started, boolean alreadyStarted) {
                    // The consumers, whose paths are compared, may not exist yet.
                }

                @Override
                public void onCamelContextFullyStarted(CamelContext started, boolean alreadyStarted) {
                    created.callbacks().warnOfMismatchedPath();
                }
            });
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // A split starts its steps while Camel initializes routes, before Camel starts the components.
        if (!getCamelContext().isStarted()) {
            ServiceHelper.startService(getComponent());
        }
        account.start();
    }

    @Override
    protected void doStop() throws Exception {
        account.stop();
        super.doStop();
    }

    /** Returns the options of the calls. */
    CallOptions options() {
        return options;
    }

    private Operation.Settings settings(DocprocOperation created) {
        URI baseUrl = account.get().baseUrl();
        return new Operation.Settings(
                created.name(),
                getCamelContext(),
                options,
                baseUrl,
                Optional.ofNullable(configuration.getWorkflowUrl()).map(url -> ServiceAccount.url("workflowUrl", url)),
                configuration.getParseService(),
                callbacks(),
                this::results);
    }

    private Callbacks callbacks() {
        return new Callbacks(
                configuration.getPath(),
                configuration.getPublicUrl(),
                configuration.getCallbackSecret(),
                shared().getCallbackTtl(),
                ConsumerPaths.of(getCamelContext()),
                component.jobRepository(),
                component.clock);
    }

    private ResultDownloads.Source results() {
        return component.downloaders.of(account.get(), completionOptions, shared().getCredentialHosts());
    }

    /** Returns the operation that the producers perform. Null for a consumer endpoint. */
    Operation operation() {
        return producerOperation;
    }

    /** Returns how long a call of this exchange waits for the end of an outage; zero if it does not wait. */
    Duration outageTimeout(Exchange exchange, CallOptions ofCall) {
        Duration chosen = ofCall.document().getOutageTimeout();
        if (chosen != null) {
            return chosen;
        }
        return isWaitedFor(exchange)
                ? Duration.ZERO
                : ServiceAccount.duration(component.getOutageTimeout(), TimeUnit.MILLISECONDS);
    }

    /** Returns whether a client or another exchange waits for the result of this exchange. */
    private static boolean isWaitedFor(Exchange exchange) {
        return exchange.getPattern().isOutCapable();
    }

    /**
     * Begins a call, which the caller closes.
     *
     * @param room reserves room for the response of an attempt
     */
    Call call(
            ServiceClient client,
            Exchange exchange,
            OptionValues ofCall,
            Supplier<SpoolingOutputStream.Reservation> room) {
        Duration configured = configuration.getPermitTimeout();
        Duration permitTimeout =
                configured != null ? configured : isWaitedFor(exchange) ? PERMIT_TIMEOUT_OF_CLIENTS : Duration.ZERO;
        String path = Objects.requireNonNullElse(ofCall.service().getServicePath(), "");
        // A step of the call may follow when Camel has reused the exchange.
        String exchangeId = exchange.getExchangeId();
        Duration outageTimeout = outageTimeout(exchange, ofCall);
        return new Call(
                operation,
                client,
                name -> passage(
                        exchangeId,
                        DocprocOperation.named(name),
                        path,
                        outageTimeout,
                        permitTimeout,
                        performed == DocprocOperation.balance || performed == DocprocOperation.packages),
                component.permits,
                component.observation.recorder(performed, exchange.getFromRouteId()),
                room);
    }

    /** @param isQuery whether the call neither waits for outages nor is a trial */
    private AccountGate.Passage passage(
            String exchangeId,
            DocprocOperation operation,
            String servicePath,
            Duration outageTimeout,
            Duration permitTimeout,
            boolean isQuery) {
        // The service fails a status request because of its job: another one is no other document.
        String document = operation == DocprocOperation.parseStatus ? "" : exchangeId;
        ServiceAccount current = account.get();
        return component
                .gate(current.baseUrl(), configuration.getAppId())
                .begin(new AccountGate.Terms(
                        operation.name(),
                        document,
                        new AccountGate.Scopes(
                                current.credentials(), current.baseUrl().toString(), operation + servicePath),
                        outageTimeout,
                        permitTimeout,
                        isQuery));
    }

    /** Begins the entry of a call in the ledger; empty for a call that is not billed, or always made on purpose. */
    Optional<Ledger.Entry> entry(Exchange exchange, OptionValues ofCall) {
        Boolean storeResult = ofCall.document().getStoreResult();
        if (!performed.isBilled() || Boolean.FALSE.equals(storeResult)) {
            return Optional.empty();
        }
        if (Boolean.TRUE.equals(storeResult) && component.getResultRepository() == null) {
            throw ofCall.refusal("header " + DocprocConstants.STORE_RESULT + REPOSITORY_MISSING);
        }
        Duration outageTimeout = outageTimeout(exchange, ofCall);
        ServiceAccount current = account.get();
        return Optional.of(component.ledger.begin(
                exchange,
                current.baseUrl(),
                current.credentials().owner(),
                ofCall.storesResult(),
                configuration.getMaxUnansweredCalls(),
                outageTimeout.isZero() ? PERMIT_TIMEOUT_OF_CLIENTS : outageTimeout));
    }

    private Duration pollDelay() {
        return getDelay() < 0
                ? Duration.ofMillis(getDefaultDelay())
                : ServiceAccount.duration(getDelay(), getTimeUnit());
    }

    /**
     * Creates the client that polls for parse jobs. It does not wait for the end of an outage, but its call may be the
     * trial that ends one.
     */
    private CompletionsConsumer.JobStatus jobStatus() {
        DocprocOperation polled = DocprocOperation.parseStatus;
        ServiceClient client = component.httpClients.forCalls(account::get);
        return new ComponentCall(
                settings(polled),
                client,
                exchangeId -> new Call(
                        polled.name(),
                        client,
                        name -> passage(exchangeId, polled, "", Duration.ZERO, Duration.ZERO, false),
                        component.permits,
                        component.observation.recorder(polled, null),
                        () -> () -> {}));
    }

    @Override
    public Producer createProducer() {
        if (performed.isForConsumers()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is available to consumers only; use it in from(), not in to()");
        }
        return new DocprocProducer(this, performed, component.httpClients.forCalls(account::get));
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (!performed.isForConsumers()) {
            throw new IllegalArgumentException(
                    "docproc:" + operation + " is available to producers only; use it in to(), not in from()");
        }
        CompletionsConsumer consumer = performed == DocprocOperation.completions
                ? new CompletionsConsumer(
                        this,
                        processor,
                        completionOptions,
                        callbacks(),
                        false,
                        component
                                .jobRepository()
                                .orElseThrow(
                                        () -> new IllegalArgumentException("docproc:completions polls for the jobs of"
                                                + " the jobRepository, and the component has none; set jobRepository, for example"
                                                + " to jdbc:h2:./data/jobs;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE")),
                        pollDelay(),
                        this::jobStatus,
                        component.maxPolls(),
                        () -> component.pollPermits,
                        component.observation::countCompletion,
                        component.clock)
                : new WebhookConsumer(
                        this,
                        processor,
                        completionOptions,
                        callbacks(),
                        component.jobRepository(),
                        this::jobStatus,
                        component.maxPolls(),
                        () -> component.pollPermits,
                        component.observation::countCompletion,
                        component.clock);
        configureConsumer(consumer);
        return consumer;
    }

    /**
     * Refuses the consumer of {@code pollEnrich}, {@code poll} and a {@code ConsumerTemplate}. Camel's implementation keeps
     * completions in memory after they are recorded as processed.
     */
    @Override
    public PollingConsumer createPollingConsumer() throws Exception {
        if (!performed.isForConsumers()) {
            return super.createPollingConsumer();
        }
        throw new UnsupportedOperationException("docproc:" + operation
                + " is available to from() only, because pollEnrich, poll and a ConsumerTemplate would lose completions at"
                + " a stop; start a route with it");
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

    /** Returns the configuration of the component, with the options that an endpoint cannot override. */
    private DocprocConfiguration shared() {
        return component.getConfiguration();
    }

    public String getOperation() {
        return operation;
    }

    public EndpointConfiguration getConfiguration() {
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

    CompletionOptions getCompletionOptions() {
        return completionOptions;
    }

    ServiceOptions getServiceOptions() {
        return serviceOptions;
    }
}

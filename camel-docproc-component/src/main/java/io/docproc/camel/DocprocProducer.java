/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.DocumentParts;
import io.docproc.camel.internal.body.SpoolException;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.AccountErrors;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.http.HeaderPropagation;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Invocation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OptionValues;
import io.docproc.camel.internal.operation.StoredResults;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.ExchangeHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes calls on threads of the component and releases the caller's thread. Calls of transacted exchanges and of
 * synchronous endpoints stay on the caller's thread. A call whose account refuses calls waits on the caller's thread before
 * it gets a permit, or without its permit on the thread on which it was refused. Thread-safe.
 */
public final class DocprocProducer extends DefaultAsyncProducer {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocProducer.class);
    private static final long MIB = 1024 * 1024;
    /** Operations that are not billed. They do not wait for an account that has refused another call. */
    private static final Set<DocprocOperation> FREE = EnumSet.of(
            DocprocOperation.parseStatus,
            DocprocOperation.parseResult,
            DocprocOperation.balance,
            DocprocOperation.packages);
    /** Queries by which a route monitors its account. They wait for no account. */
    private static final Set<DocprocOperation> QUERIES =
            EnumSet.of(DocprocOperation.balance, DocprocOperation.packages);

    /**
     * Billed operations with responses of any length, and the bytes that each call in flight reserves in the spool
     * directory: enough for the image of a photo of 50 megapixels, and for the elements and page images of a document of
     * about a hundred pages. Most responses are much smaller. A larger one is lost only if the disk is full as well.
     */
    private static final Map<DocprocOperation, Long> SPOOLED = Map.of(
            DocprocOperation.crop, 16 * MIB,
            DocprocOperation.extract, 16 * MIB,
            DocprocOperation.parseSync, 64 * MIB,
            DocprocOperation.call, 64 * MIB);

    /** Exchange property of a route whose client waits for the response, and which waits for its account all the same. */
    private static final String WAIT = "CamelDocprocWaitForAccount";

    private static final String TRANSACTED = "transacted";

    private final DocprocOperation operation;
    private final EndpointConfiguration configuration;
    private final DocprocEndpoint endpoint;
    private final DocprocComponent component;
    private final ServiceClient client;

    DocprocProducer(
            DocprocEndpoint endpoint,
            DocprocOperation operation,
            EndpointConfiguration configuration,
            ServiceClient client) {
        super(endpoint);
        this.operation = operation;
        this.configuration = configuration;
        this.endpoint = endpoint;
        this.component = endpoint.getComponent();
        this.client = client;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        client.start();
        if (SPOOLED.containsKey(operation)) {
            SpoolingOutputStream.prepare(getEndpoint().getCamelContext());
        }
        component.warnOfUnsetRateLimit(configuration.getBaseUrl());
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        OptionValues options = new OptionValues(operation, exchange.getMessage(), endpoint::optionValue);
        ResultHeader.clear(exchange.getMessage());
        // A shutdown lets routes complete, and with them the calls of a template that a route uses.
        Optional<AsyncCallback> counted =
                exchange.getFromRouteId() == null ? component.templateCall(callback) : Optional.of(callback);
        ExchangeCall call = new ExchangeCall(exchange, options, counted.orElse(callback));
        if (counted.isEmpty()) {
            call.failUnsent("the application stops", null);
            callback.done(true);
            return true;
        }
        if (!FREE.contains(operation) && !call.awaitAccount()) {
            call.done(true);
            return true;
        }
        boolean here = configuration.isSynchronous() || exchange.isTransacted();
        if (!here) {
            warnOfLocalTransaction(exchange);
        }
        return call.dispatcher.dispatch(call, component.getConfiguration().getMaxWaitingRequests(), here);
    }

    /**
     * Logs a warning, once per route, if the consumer uses a local transaction, such as {@code jms} with
     * {@code transacted=true}: it is bound to the consumer's thread, but the exchange is not marked as transacted.
     */
    private void warnOfLocalTransaction(Exchange exchange) {
        String route = exchange.getFromRouteId();
        if (route != null && component.checkedRoutes.add(route) && isTransacted(exchange.getFromEndpoint())) {
            LOG.warn(
                    "Route {} starts with a local transaction ({}), which is bound to the consumer's thread, but {}"
                            + " continues the route on another thread: the steps after the call are not rolled back."
                            + " Set synchronous=true on the docproc endpoint or component, or use transacted() with"
                            + " a transaction manager",
                    route,
                    exchange.getFromEndpoint(),
                    endpoint);
        }
    }

    private static boolean isTransacted(Endpoint from) {
        return from instanceof DefaultEndpoint consumer
                && consumer.getComponent() != null
                && consumer.getComponent().getEndpointPropertyConfigurer() instanceof PropertyConfigurerGetter options
                && options.getOptionType(TRANSACTED, true) != null
                && Boolean.TRUE.equals(options.getOptionValue(consumer, TRANSACTED, true));
    }

    /** Returns the wait of a call for its account. */
    private AccountErrors.Wait account(Exchange exchange) {
        long timeout = component.getAccountErrorTimeout();
        boolean waits = Boolean.parseBoolean(String.valueOf(exchange.getProperty(WAIT)))
                || !isServer(exchange.getFromEndpoint());
        Duration maxWait = waits ? ServiceAccount.duration(timeout, TimeUnit.MILLISECONDS) : Duration.ZERO;
        return endpoint.accountErrors(
                timeout == 0 || QUERIES.contains(operation) ? null : maxWait,
                component.waitEnd(exchange.getFromRouteId()));
    }

    /** Returns whether a client waits for the response of the route. */
    private static boolean isServer(Endpoint from) {
        return (from instanceof DocprocEndpoint docproc
                        && docproc.getOperation().equals(DocprocOperation.webhook.name()))
                || (from instanceof DefaultEndpoint consumer && consumer.getComponent() instanceof RestConsumerFactory);
    }

    /** A call from its arrival until the route continues. */
    private final class ExchangeCall extends CallDispatcher.Task {
        private final Exchange exchange;
        private final OptionValues options;
        private final AsyncCallback callback;
        private final CallDispatcher dispatcher = endpoint.dispatcher();
        private final AccountErrors.Wait account;
        private CallStatistics.Sample statistics = component.calls.enqueue(operation.name());
        private boolean isRepeatable = true;
        /** Room for the response; null before the call is sent. */
        private SpoolingOutputStream.Reservation room;

        /** Whether the account has refused the call, which is made again when the account works. */
        private boolean isRefused;

        ExchangeCall(Exchange exchange, OptionValues options, AsyncCallback callback) {
            super(ServiceAccount.duration(configuration.getPermitTimeout(), TimeUnit.MILLISECONDS));
            this.exchange = exchange;
            this.options = options;
            this.callback = callback;
            this.account = account(exchange);
        }

        @Override
        public void run() {
            statistics.started();
            try {
                perform();
                statistics.succeeded();
            } catch (Throwable e) {
                isRefused = account.completed(e) && isRepeatable;
                if (isRefused && ((DocprocException) e).getHttpStatus() == 0) {
                    statistics.omitted();
                    return;
                }
                statistics.failed(e);
                if (!isRefused) {
                    if (isResponseLost(e)) {
                        DocprocSafeRedelivery.called(exchange, true);
                    }
                    exchange.setException(e);
                }
            }
        }

        private boolean isResponseLost(Throwable failure) {
            return failure instanceof DocprocException call
                    && !call.isRetryable()
                    && !FREE.contains(operation)
                    && (call instanceof DocprocTransportException lost && !lost.isUnsent()
                            || call instanceof DocprocInvalidResponseException
                            || DocprocSafeRedelivery.isForeign(call)
                            || call instanceof DocprocPartialFailureException);
        }

        /** Waits until the account accepts calls. Returns false if the call has failed meanwhile. */
        private boolean awaitAccount() {
            try {
                account.await();
                restart();
                return true;
            } catch (DocprocException e) {
                exchange.setException(e);
                statistics.failed(e);
            } catch (CancellationException e) {
                failUnsent("the application or the route stops while the call waits for its account", null);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failUnsent("the thread was interrupted while it waited for the account", e);
            }
            return false;
        }

        private void perform() {
            options.requireValid();
            Optional<HeaderPropagation> httpHeaders = Optional.ofNullable(configuration.getHeaderFilterStrategy())
                    .map(filter -> new HeaderPropagation(filter, exchange));
            Optional<StoredResults.Reuse> reuse = endpoint.reuse(options);
            CallSettings settings = new CallSettings(
                    () -> requireAllowed(reuse.isPresent()),
                    this::remaining,
                    // Before the document is read: a filter that fails then leaves a stream for a redelivery.
                    httpHeaders.map(HeaderPropagation::toService).orElse(Map.of()),
                    received -> httpHeaders.ifPresent(copied -> copied.received(received)));
            Invocation invocation = new Invocation(options, exchange, client, settings, reuse);
            if (account.waits()) {
                invocation.copyStreams();
            }
            Operation.Result result;
            try {
                result = invocation.perform(endpoint.call());
            } finally {
                isRepeatable = invocation.isRepeatable();
                if (room != null) {
                    room.close();
                    room = null;
                }
            }
            if (reuse.filter(StoredResults.Reuse::isReused).isEmpty()) {
                account.completed(null);
            } else {
                account.abandoned();
            }
            DocumentParts.setBody(exchange, result.body(), result.contentType());
            result.headers().forEach((header, value) -> header.set(exchange.getMessage(), value));
            reuse.filter(StoredResults.Reuse::isReused).ifPresent(stored -> statistics.reused());
            if (!FREE.contains(operation)) {
                DocprocSafeRedelivery.called(exchange, reuse.isEmpty());
                if (reuse.isEmpty()) {
                    warnOfLostResult(exchange);
                }
            }
            httpHeaders.ifPresent(DocprocProducer.this::copyHeaders);
        }

        /** @param storesResult whether the response is also recorded for the result repository */
        private void requireAllowed(boolean storesResult) {
            requireStartedRoute(exchange);
            if (SPOOLED.containsKey(operation) && room == null) {
                room = reserveSpool(storesResult ? 2 : 1);
            }
            // A job with another webhook is not stored.
            if (operation == DocprocOperation.parseAsync
                    && options.text("webhook").isEmpty()) {
                component.submittedJobs.requireStored(operation.name());
            }
            if (!FREE.contains(operation)) {
                account.requireAccepted();
            }
        }

        @Override
        public void failUnsent(String reason, Throwable cause) {
            account.abandoned();
            exchange.setException(DocprocTransportException.notSent(failure(reason), cause));
            statistics.failed(exchange.getException());
        }

        /**
         * Makes a refused call again, and continues the route. After an asynchronous call, Camel does not catch an {@code Error} of some later steps,
         * such as {@code marshal}: the exchange would never complete, and its route never stop. So the exchange fails
         * here, without a redelivery, which would make the call again. It does so on another thread, because Camel
         * keeps the steps that the error has interrupted in the current one, which ends with the error. With pooled
         * exchanges this is not possible, because Camel may already use the exchange for another message.
         */
        @Override
        public void done(boolean doneSync) {
            while (isRefused) {
                isRefused = false;
                statistics = component.calls.enqueue(operation.name());
                if (awaitAccount()) {
                    dispatcher.run(this);
                }
            }
            try {
                callback.done(doneSync);
            } catch (Error e) {
                CamelContext context = exchange.getContext();
                if (!doneSync
                        && !context.getCamelContextExtension()
                                .getExchangeFactory()
                                .isPooled()) {
                    exchange.setException(e);
                    exchange.getExchangeExtension().setRedeliveryExhausted(true);
                    context.getExecutorServiceManager()
                            .newThread("docproc", () -> runInContext(() -> callback.done(false)))
                            .start();
                } else if (!doneSync) {
                    LOG.error(
                            "A step after docproc:{} has failed with an error, and its pooled exchange never completes."
                                    + " Correct the cause, restart the application, and do not pool exchanges",
                            operation,
                            e);
                }
                throw e;
            }
        }
    }

    /** Copies response headers. A failing header filter does not fail the exchange, because the call was billed. */
    private void copyHeaders(HeaderPropagation headers) {
        try {
            headers.fromService();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            LOG.warn(
                    "The headerFilterStrategy of docproc:{} failed; headers of the response may be missing",
                    operation,
                    e);
        }
    }

    /**
     * Requires that the route of the exchange is not stopped, because a stopped route would lose the result.
     *
     * @throws DocprocTransportException caused by a RejectedExecutionException, if the route was stopped
     */
    private void requireStartedRoute(Exchange exchange) {
        if (isStopped(exchange)) {
            String routeId = ExchangeHelper.getAtRouteId(exchange);
            throw DocprocTransportException.notSent(
                    failure("route " + routeId + " was stopped before the call was sent; nothing was billed"),
                    new RejectedExecutionException("Route " + routeId + " is stopped"));
        }
    }

    /** Returns whether the route of the exchange is stopped, or was removed. A reload adds another one with its ID. */
    private boolean isStopped(Exchange exchange) {
        Route route = exchange.getUnitOfWork() == null
                ? null
                : exchange.getUnitOfWork().getRoute();
        // The route may be of another context than the endpoint.
        CamelContext context = route == null ? getEndpoint().getCamelContext() : route.getCamelContext();
        String routeId = ExchangeHelper.getAtRouteId(exchange);
        ServiceStatus status =
                routeId == null ? null : context.getRouteController().getRouteStatus(routeId);
        return status != null && status.isStopped() || route != null && context.getRoute(route.getRouteId()) != route;
    }

    /** Logs the document of a billed result that Camel drops, because the shutdown timeout of the route has expired. */
    private void warnOfLostResult(Exchange exchange) {
        if (isStopped(exchange)) {
            LOG.error(
                    "The result of docproc:{} for {} is lost, because route {} was stopped before the call completed. The"
                            + " call was billed, and is billed again if the document is read again. Set Camel's shutdown"
                            + " timeout above the duration of the longest call, or set resultRepository",
                    operation,
                    DocprocSafeRedelivery.name(exchange),
                    ExchangeHelper.getAtRouteId(exchange));
        }
    }

    private SpoolingOutputStream.Reservation reserveSpool(int copies) {
        try {
            return SpoolingOutputStream.reserve(getEndpoint().getCamelContext(), copies * SPOOLED.get(operation));
        } catch (SpoolException e) {
            throw DocprocTransportException.notSent(failure("nothing was sent, because " + e.getMessage()), e);
        }
    }

    private ServiceFailure failure(String reason) {
        return ServiceFailure.local(operation.name(), 0, reason);
    }
}

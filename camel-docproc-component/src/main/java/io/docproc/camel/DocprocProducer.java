/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.dispatch.HttpCallers;
import io.docproc.camel.internal.dispatch.PendingCall;
import io.docproc.camel.internal.dispatch.TemplateCallTracker;
import io.docproc.camel.internal.http.HeaderPropagation;
import io.docproc.camel.internal.http.ResultHeaders;
import io.docproc.camel.internal.http.SendConditions;
import io.docproc.camel.internal.http.SpoolScope;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.Invocation;
import io.docproc.camel.internal.operation.OperationResult;
import io.docproc.camel.internal.operation.ResultReuse;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ServiceStatus;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.ExchangeHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes calls on threads of the component and returns the caller's thread. Calls of transacted exchanges and of
 * synchronous endpoints stay on the caller's thread. Thread-safe.
 */
public final class DocprocProducer extends DefaultAsyncProducer {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocProducer.class);

    private final ProducerClient client;

    DocprocProducer(DocprocEndpoint endpoint) {
        super(endpoint);
        client = new ProducerClient(endpoint);
    }

    @Override
    public DocprocEndpoint getEndpoint() {
        return (DocprocEndpoint) super.getEndpoint();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        client.get();
        getEndpoint().health().add(this);
    }

    /**
     * Releases the client. Calls in flight complete, because Camel may evict a producer from a cache during normal
     * operation.
     */
    @Override
    protected void doStop() throws Exception {
        getEndpoint().health().remove(this);
        client.release();
        super.doStop();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        new ResultHeaders(exchange).clear();
        TemplateCallTracker direct = getEndpoint().getComponent().directCalls();
        if (!TemplateCallTracker.isDirect(exchange)
                || getEndpoint().getComponent().threads().isWorker()) {
            // A shutdown lets routes complete, and with them the calls of a template that a route uses.
            return call(exchange, callback);
        }
        if (direct.enter()) {
            return call(exchange, direct.ending(callback));
        }
        exchange.setException(DocprocTransportException.unsent(failure("the application stops"), null));
        CallStatistics calls = getEndpoint().getComponent().observation().calls();
        calls.rejected(getEndpoint().getOperation().name(), exchange.getException());
        callback.done(true);
        return true;
    }

    private boolean call(Exchange exchange, AsyncCallback callback) {
        DocprocEndpoint endpoint = getEndpoint();
        String operation = endpoint.getOperation().name();
        CallStatistics.Call statistics =
                endpoint.getComponent().observation().calls().enqueue(operation);
        long arrival = System.nanoTime();
        SendConditions conditions = new SendConditions(
                () -> {
                    requireCaller(exchange);
                    requireRoute(exchange);
                },
                () -> endpoint.waitSettings().remaining(arrival));
        PendingCall call = new PendingCall(
                operation,
                exchange,
                callback,
                () -> perform(exchange, statistics, conditions),
                endpoint.waitSettings(),
                statistics);
        if (endpoint.isSynchronous() || exchange.isTransacted()) {
            return endpoint.dispatcher().dispatchHere(call);
        }
        endpoint.getComponent().localTransactions().check(exchange, endpoint);
        return endpoint.dispatcher().dispatch(call);
    }

    private void perform(Exchange exchange, CallStatistics.Call statistics, SendConditions conditions) {
        DocprocEndpoint endpoint = getEndpoint();
        String operation = endpoint.getOperation().name();
        Message message = exchange.getMessage();
        HeaderPropagation headers =
                new HeaderPropagation(endpoint.getConfiguration().getHeaderFilterStrategy(), message, exchange);
        CallOptions options = new CallOptions(operation, message, endpoint::optionValue);
        options.requireValid(endpoint.getOperation().options());
        SpoolScope spools = new SpoolScope(exchange);
        Optional<ResultReuse> reuse = endpoint.getComponent().results().reuse(endpoint);
        Invocation invocation = new Invocation(
                operation,
                exchange,
                spools,
                options,
                client.get(),
                conditions,
                headers.toService(),
                headers::answered,
                reuse);
        write(result(invocation, spools), exchange);
        reuse.filter(ResultReuse::isReused).ifPresent(stored -> statistics.reused());
        copyHeaders(headers);
    }

    private OperationResult result(Invocation invocation, SpoolScope spools) {
        try {
            return invocation.perform(getEndpoint().call());
        } catch (RuntimeException | Error e) {
            if (!carriesResponse(e)) {
                spools.discard();
            }
            throw e;
        }
    }

    /** Copies response headers. A failing header filter does not fail the exchange, because the call was billed. */
    private void copyHeaders(HeaderPropagation headers) {
        try {
            headers.fromService();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            LOG.warn(
                    "The headerFilterStrategy of docproc:{} failed; headers of the response may be missing",
                    getEndpoint().getOperation(),
                    e);
        }
    }

    private static boolean carriesResponse(Throwable failure) {
        return failure instanceof DocprocPartialFailureException
                || (failure instanceof DocprocInvalidResponseException invalid && invalid.getResponse() != null);
    }

    private static void write(OperationResult outcome, Exchange exchange) {
        exchange.getMessage().setBody(outcome.body());
        ResultHeaders headers = new ResultHeaders(exchange);
        outcome.facts().forEach(headers::set);
    }

    /**
     * Requires that the HTTP client that waits for the exchange is still connected.
     *
     * @throws DocprocTransportException if the HTTP client has closed its connection
     */
    private void requireCaller(Exchange exchange) {
        if (HttpCallers.isGone(exchange)) {
            throw DocprocTransportException.clientDisconnected(
                    failure("the HTTP client closed its connection before the call was sent; nothing was billed"));
        }
    }

    /**
     * Requires that the route of the exchange is not stopped, because a stopped route would lose the result.
     *
     * @throws DocprocTransportException caused by a RejectedExecutionException, if the route was stopped
     */
    private void requireRoute(Exchange exchange) {
        String routeId = ExchangeHelper.getAtRouteId(exchange);
        ServiceStatus route = routeId == null
                ? null
                : getEndpoint().getCamelContext().getRouteController().getRouteStatus(routeId);
        if (route != null && route.isStopped()) {
            throw DocprocTransportException.unsent(
                    failure("route " + routeId + " was stopped before the call was sent; nothing was billed"),
                    new RejectedExecutionException("Route " + routeId + " is stopped"));
        }
    }

    private ServiceFailure failure(String reason) {
        return ServiceFailure.local(getEndpoint().getOperation().name(), 0, reason);
    }
}

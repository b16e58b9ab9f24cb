/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.http.Spools;
import io.docproc.camel.observe.CallStatistics;
import io.docproc.camel.operation.CallOptions;
import io.docproc.camel.operation.Invocation;
import io.docproc.camel.operation.Outcome;
import io.docproc.camel.quota.CallQuota;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultAsyncProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes calls on threads of the component, and gives the caller its thread back as soon as there is a place for the
 * call. Transacted exchanges, and endpoints that are synchronous, stay on the caller's thread.
 */
public final class DocprocProducer extends DefaultAsyncProducer {
    private static final Logger LOG = LoggerFactory.getLogger(DocprocProducer.class);

    private ServiceClient client;

    DocprocProducer(DocprocEndpoint endpoint) {
        super(endpoint);
    }

    @Override
    public DocprocEndpoint getEndpoint() {
        return (DocprocEndpoint) super.getEndpoint();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        client = getEndpoint().account().createClient();
        getEndpoint().health().add(this);
    }

    @Override
    protected void doStop() throws Exception {
        getEndpoint().health().remove(this);
        if (client != null) {
            client.stop();
        }
        super.doStop();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        DirectCalls direct = getEndpoint().getComponent().directCalls();
        if (!DirectCalls.isDirect(exchange)) {
            return call(exchange, callback);
        }
        if (direct.enter()) {
            return call(exchange, direct.ending(callback));
        }
        exchange.setException(notSent("the application stops", null));
        CallStatistics calls = getEndpoint().getComponent().observation().calls();
        calls.turnedAway(getEndpoint().getOperation().name(), exchange.getException());
        callback.done(true);
        return true;
    }

    private boolean call(Exchange exchange, AsyncCallback callback) {
        CallStatistics calls = getEndpoint().getComponent().observation().calls();
        String operation = getEndpoint().getOperation().name();
        CallStatistics.Call call;
        try {
            call = calls.enter(operation, getEndpoint().concurrencyLimit());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            exchange.setException(notSent("the thread was interrupted while it waited for its turn", interrupted));
            calls.turnedAway(operation, exchange.getException());
            callback.done(true);
            return true;
        }
        if (getEndpoint().isSynchronous() || exchange.isTransacted()) {
            performAndEnd(exchange, call);
            callback.done(true);
            return true;
        }
        return processOnOwnThread(exchange, callback, call);
    }

    private boolean processOnOwnThread(Exchange exchange, AsyncCallback callback, CallStatistics.Call call) {
        ExecutorService executor = getEndpoint().getComponent().executor();
        AtomicBoolean taken = new AtomicBoolean();
        try {
            executor.execute(() -> {
                if (!taken.getAndSet(true)) {
                    performAndReturn(exchange, callback, call);
                }
            });
            return false;
        } catch (Throwable noThread) {
            if (taken.getAndSet(true)) {
                LOG.warn("A call of {} goes on although its executor failed", getEndpoint(), noThread);
                return false;
            }
            String reason = executor.isShutdown() ? "the component is stopped" : "no thread for the call: " + noThread;
            exchange.setException(notSent(reason, noThread));
            call.failed(exchange.getException());
            callback.done(true);
            return true;
        }
    }

    private void performAndReturn(Exchange exchange, AsyncCallback callback, CallStatistics.Call call) {
        try {
            performAndEnd(exchange, call);
        } finally {
            callback.done(false);
        }
    }

    private void performAndEnd(Exchange exchange, CallStatistics.Call call) {
        try {
            perform(exchange);
        } catch (Throwable failure) {
            exchange.setException(failure);
            call.failed(failure);
            return;
        }
        call.succeeded();
    }

    private void perform(Exchange exchange) {
        DocprocEndpoint endpoint = getEndpoint();
        String operation = endpoint.getOperation().name();
        Message message = exchange.getMessage();
        HttpHeaders headers = new HttpHeaders(endpoint.getConfiguration().getHeaderFilterStrategy(), message, exchange);
        CallOptions options = new CallOptions(operation, message, endpoint::optionValue);
        options.requireValid(endpoint.getOperation().options());
        Spools spools = new Spools(exchange);
        CallQuota quota = endpoint.getComponent().quota();
        Invocation invocation = new Invocation(
                operation, exchange, spools, options, client, quota::awaitTurn, headers.toService(), headers::answered);
        try {
            write(quota.watch(() -> endpoint.call().perform(invocation)), message);
            headers.fromService();
        } catch (RuntimeException | Error failure) {
            spools.discard();
            throw failure;
        }
    }

    private static void write(Outcome outcome, Message message) {
        message.setBody(outcome.body());
        outcome.facts()
                .forEach((fact, value) -> value.ifPresentOrElse(
                        known -> message.setHeader(fact.headerName(), known),
                        () -> message.removeHeader(fact.headerName())));
    }

    private DocprocTransportException notSent(String reason, Throwable cause) {
        ServiceFailure failure =
                ServiceFailure.local(getEndpoint().getOperation().name(), 0, reason);
        return DocprocTransportException.unsent(failure, cause);
    }
}

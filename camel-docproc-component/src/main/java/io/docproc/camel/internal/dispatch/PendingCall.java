/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.observe.CallStatistics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** A call of a producer, from its arrival until the route continues. */
public final class PendingCall {
    private static final String WORKER_IN_ROUTE = "CamelDocprocWorkerInRoute";

    private final String operation;
    private final Exchange exchange;
    private final AsyncCallback callback;
    private final Runnable request;
    private final WaitSettings settings;
    private final CallStatistics.Call statistics;
    private final long arrival = System.nanoTime();

    /**
     * Creates a call that arrives now.
     *
     * @param operation the operation, for messages
     * @param exchange exchange of the call
     * @param callback continues the route
     * @param request performs the call and writes its result to the exchange
     * @param settings limits of the wait for a thread and a permit
     * @param statistics records the call
     */
    public PendingCall(
            String operation,
            Exchange exchange,
            AsyncCallback callback,
            Runnable request,
            WaitSettings settings,
            CallStatistics.Call statistics) {
        this.operation = operation;
        this.exchange = exchange;
        this.callback = callback;
        this.request = request;
        this.settings = settings;
        this.statistics = statistics;
    }

    String operation() {
        return operation;
    }

    /**
     * Returns the number of exchanges that may wait without a thread. It is 0 for a call of a producer template, so
     * that the thread of the caller waits. It is also 0 if a worker thread that continues the route of an earlier call
     * may be waiting for this call.
     */
    int maxWaitingRequests() {
        AtomicBoolean worker = exchange.getProperty(WORKER_IN_ROUTE, AtomicBoolean.class);
        boolean awaited = worker != null && worker.get();
        return awaited || TemplateCallTracker.isTemplateCall(exchange) ? 0 : settings.maxWaitingRequests();
    }

    /**
     * Marks the exchange, and thus its copies in other routes, as processed on a worker thread.
     *
     * @return a flag to set to false when the worker thread leaves the route
     */
    AtomicBoolean markWorkerInRoute() {
        AtomicBoolean worker = new AtomicBoolean(true);
        exchange.setProperty(WORKER_IN_ROUTE, worker);
        return worker;
    }

    Duration permitTimeout() {
        return settings.permitTimeout();
    }

    /** Returns the remaining wait in nanoseconds; {@link Long#MAX_VALUE} without a limit. */
    long timeLeft() {
        return settings.remaining(arrival).toNanos();
    }

    /** Runs the call. Its permit is already acquired and is released when the call completes. */
    void execute(ConcurrencyLimiter permits) {
        statistics.started();
        try {
            request.run();
            statistics.succeeded();
        } catch (Throwable e) {
            exchange.setException(e);
            statistics.failed(e);
        } finally {
            permits.release();
        }
    }

    /** Fails the exchange of a call that was not sent. */
    void fail(DocprocTransportException e) {
        exchange.setException(e);
        statistics.failed(e);
    }

    /**
     * Continues the route. After an asynchronous call, Camel does not catch an {@code Error} of some later steps, such as
     * {@code marshal}: the exchange would never complete, and its route never stop. So the exchange fails here, without a
     * redelivery, which would make the call again. With pooled exchanges this is not possible, because Camel may already
     * use the exchange for another message.
     */
    void done(boolean doneSync) {
        try {
            callback.done(doneSync);
        } catch (Error e) {
            if (exchange.getContext()
                    .getCamelContextExtension()
                    .getExchangeFactory()
                    .isPooled()) {
                throw e;
            }
            exchange.setException(e);
            exchange.getExchangeExtension().setRedeliveryExhausted(true);
            callback.done(doneSync);
        }
    }

    DocprocTransportException unsent(String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    DocprocTransportException timedOut() {
        long waited = Duration.ofNanos(System.nanoTime() - arrival).toMillis();
        return unsent(
                "the call waited " + waited + " ms for a permit; option permitTimeout allows "
                        + settings.permitTimeout().toMillis()
                        + " ms; nothing was sent; retry later, or increase maxConcurrentRequests",
                null);
    }
}

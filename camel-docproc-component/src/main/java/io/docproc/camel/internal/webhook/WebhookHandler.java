/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.dispatch.InFlightTracker;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.Service;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Receives callbacks for a consumer of camel-webhook. The stop of that consumer must not block, because the consumers
 * of other routes stop after it. Therefore callbacks in flight at a stop count as pending exchanges of the route, and
 * Camel waits for them before it stops the route.
 */
public final class WebhookHandler extends AsyncProcessorSupport {
    private final CamelContext context;
    private final CallbackService reception;
    private final InFlightTracker callbacks = new InFlightTracker();
    private final Completions completions = new Completions();

    /**
     * Creates a handler.
     *
     * @param context contains the route of the consumer
     * @param reception processes the callbacks
     */
    public WebhookHandler(CamelContext context, CallbackService reception) {
        this.context = context;
        this.reception = reception;
    }

    @Override
    public void process(Exchange http) throws Exception {
        CallbackService.occupiesThread(http);
        super.process(http);
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        if (callbacks.enter()) {
            return reception.process(http, callbacks.ending(callback));
        }
        return reception.processUnavailable(http, callback);
    }

    @Override
    protected void doStart() {
        ServiceHelper.startService(reception);
        callbacks.open();
        context.getRoutes().stream().filter(this::isMine).forEach(route -> route.addService(completions));
    }

    private boolean isMine(Route route) {
        return route.getConsumer() != null && route.getConsumer().getProcessor() == this;
    }

    /**
     * Stops the callback service without shutting it down. The HTTP server shuts this handler down immediately
     * afterwards, while downloads may still be in flight.
     */
    @Override
    protected void doStop() {
        callbacks.close();
        ServiceHelper.stopService(reception);
    }

    /** Service of the route. Camel stops it after the consumer, when no exchange of the route is pending. */
    private final class Completions implements Service, ShutdownAware {
        @Override
        public int getPendingExchangesSize() {
            return Math.max(callbacks.count(), reception.pending());
        }

        @Override
        public boolean deferShutdown(ShutdownRunningTask runningTask) {
            return false;
        }

        @Override
        public void prepareShutdown(boolean suspendOnly, boolean forced) {
            // Nothing to prepare: the stop of the consumer has already closed the handler.
        }

        @Override
        public void start() {
            // The handler starts the callback service.
        }

        @Override
        public void stop() {
            ServiceHelper.stopAndShutdownService(reception);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.Service;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.component.webhook.WebhookEndpoint;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Receives callbacks for a consumer of camel-webhook. The stop of that consumer must not block, because the consumers
 * of other routes stop after it. Therefore callbacks in flight at a stop count as pending exchanges of the route, and
 * Camel waits for them before it stops the route.
 */
public final class WebhookHandler extends DelegateAsyncProcessor {
    private final CamelContext context;
    private final CompletionService service;
    private final DrainService drainService = new DrainService();

    /**
     * Creates a handler.
     *
     * @param context contains the route of the consumer
     * @param service processes the callbacks
     */
    public WebhookHandler(CamelContext context, CompletionService service) {
        super(service.receiver());
        this.context = context;
        this.service = service;
    }

    @Override
    protected void doStart() {
        context.getRoutes().stream().filter(this::isProcessorOf).forEach(route -> {
            reservePath(route);
            route.addService(drainService);
        });
        ServiceHelper.startService(service);
    }

    /** Reads the path of the route's own endpoint, because several of them may share the endpoint of the component. */
    private void reservePath(Route route) {
        if (route.getEndpoint() instanceof WebhookEndpoint webhook) {
            ConsumerPaths.of(context)
                    .reserve(this, webhook.getConfiguration().computeFullPath(true), ConsumerPaths.nameOf(route));
        }
    }

    private boolean isProcessorOf(Route route) {
        return route.getConsumer() != null && route.getConsumer().getProcessor() == this;
    }

    /**
     * Stops the callback service without shutting it down. The HTTP server shuts this handler down immediately
     * afterwards, while downloads may still be in flight.
     */
    @Override
    protected void doStop() {
        ServiceHelper.stopService(service);
        ConsumerPaths.of(context).release(this);
    }

    /** Service of the route. Camel stops it after the consumer, when no exchange of the route is pending. */
    private final class DrainService implements Service, ShutdownAware {
        @Override
        public int getPendingExchangesSize() {
            return service.inFlight();
        }

        @Override
        public boolean deferShutdown(ShutdownRunningTask runningTask) {
            return false;
        }

        @Override
        public void prepareShutdown(boolean suspendOnly, boolean forced) {
            // Nothing to prepare: the stop of the consumer has already stopped the callback service.
        }

        @Override
        public void start() {
            // The handler starts the callback service.
        }

        @Override
        public void stop() {
            ServiceHelper.stopAndShutdownService(service);
        }
    }
}

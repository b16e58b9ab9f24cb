/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.webhook.WebhookReception;
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
 * Takes callbacks for a consumer of camel-webhook, whose stop must not wait, as those of other routes come after it: what
 * is under way then is waited for as a part of the route, by whoever stops routes.
 */
final class WebhookHandler extends AsyncProcessorSupport {
    private static final int UNAVAILABLE = 503;

    private final CamelContext context;
    private final WebhookReception reception;
    private final UnderWay callbacks = new UnderWay();
    private final Completions completions = new Completions();

    WebhookHandler(CamelContext context, WebhookReception reception) {
        this.context = context;
        this.reception = reception;
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        if (callbacks.enter()) {
            return reception.process(http, callbacks.ending(callback));
        }
        http.getMessage().removeHeaders("*");
        http.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, UNAVAILABLE);
        http.getMessage().setBody(null);
        callback.done(true);
        return true;
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

    /** Not its shutdown, which the HTTP server adds at once: results may still be on their way. */
    @Override
    protected void doStop() {
        callbacks.close();
        ServiceHelper.stopService(reception);
    }

    /** The part of the route that is stopped when its consumer is, and Camel has waited for what is pending. */
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
            // Nothing to prepare: the consumer's stop has closed the intake.
        }

        @Override
        public void start() {
            // The consumer starts the reception.
        }

        @Override
        public void stop() {
            ServiceHelper.stopAndShutdownService(reception);
        }
    }
}

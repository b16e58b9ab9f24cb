/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.component.webhook.WebhookEndpoint;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Receives callbacks for a consumer of camel-webhook. The stop of that consumer must not block, because the consumers
 * of other routes stop after it. Therefore the consumer of the completions is a service of the route: Camel waits for its
 * callbacks in flight before it stops the route.
 */
public final class WebhookHandler extends DelegateAsyncProcessor {
    private final CamelContext context;
    private final CompletionsConsumer consumer;

    /** Creates a handler for a consumer of completions, which has no server of its own. */
    public WebhookHandler(CompletionsConsumer consumer) {
        super(consumer.receiver());
        this.context = consumer.getEndpoint().getCamelContext();
        this.consumer = consumer;
    }

    @Override
    protected void doStart() {
        context.getRoutes().stream().filter(this::isProcessorOf).forEach(route -> {
            // The path of the route's own endpoint, because several of them may share the endpoint of the component.
            if (route.getEndpoint() instanceof WebhookEndpoint webhook) {
                ConsumerPaths.of(context)
                        .reserve(consumer, webhook.getConfiguration().computeFullPath(true), route);
            }
            if (!route.getServices().contains(consumer)) {
                route.addService(consumer);
            }
        });
        ServiceHelper.startService(consumer);
    }

    private boolean isProcessorOf(Route route) {
        return route.getConsumer() != null && route.getConsumer().getProcessor() == this;
    }

    /** Suspends the consumer, because callbacks may be in flight. Camel stops it with the route. */
    @Override
    protected void doStop() {
        ServiceHelper.suspendService(consumer);
        ConsumerPaths.of(context).release(consumer);
    }
}

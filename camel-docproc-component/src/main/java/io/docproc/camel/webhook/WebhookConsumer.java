/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.util.Map;
import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.Suspendable;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckAware;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.service.ServiceHelper;

/** Takes callbacks on whatever HTTP server the application has. */
public final class WebhookConsumer extends DefaultConsumer implements HealthCheckAware, ShutdownAware, Suspendable {
    private static final String DEFAULT_COMPONENT = "platform-http";

    private final String path;
    private final Optional<String> componentName;
    private final WebhookReception reception;
    private Consumer httpConsumer;
    private HealthCheck healthCheck;

    /** Makes the reception for a route. */
    @FunctionalInterface
    public interface ReceptionFactory {
        /** @param consumer makes fresh exchanges, and has the route */
        WebhookReception create(WebhookConsumer consumer);
    }

    /**
     * @param path where callbacks arrive
     * @param componentName the HTTP server's component; empty for platform-http
     */
    public WebhookConsumer(
            Endpoint endpoint,
            Processor processor,
            String path,
            Optional<String> componentName,
            ReceptionFactory receptions) {
        super(endpoint, processor);
        this.path = path;
        this.componentName = componentName;
        this.reception = receptions.create(this).reportingTo(this::getExceptionHandler);
    }

    @Override
    public void setHealthCheck(HealthCheck healthCheck) {
        this.healthCheck = healthCheck;
    }

    @Override
    public HealthCheck getHealthCheck() {
        return healthCheck;
    }

    /** A fresh exchange of this consumer's route. */
    public Exchange freshExchange() {
        return createExchange(true);
    }

    /** The route. */
    public AsyncProcessor route() {
        return getAsyncProcessor();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        receive();
    }

    private void receive() throws Exception {
        ServiceHelper.startService(reception);
        String name = componentName.orElse(DEFAULT_COMPONENT);
        RestConfiguration configuration = withoutContextPath(
                CamelContextHelper.getRestConfiguration(getEndpoint().getCamelContext(), name));
        httpConsumer = httpServer(name)
                .createConsumer(
                        getEndpoint().getCamelContext(),
                        new Intake(reception),
                        "POST",
                        path,
                        null,
                        null,
                        null,
                        configuration,
                        Map.of());
        ServiceHelper.startService(httpConsumer);
    }

    /** The path is the whole path: it is what the callback's address was ordered with. */
    private static RestConfiguration withoutContextPath(RestConfiguration all) {
        RestConfiguration server = new RestConfiguration();
        server.setComponent(all.getComponent());
        server.setScheme(all.getScheme());
        server.setHost(all.getHost());
        server.setPort(all.getPort());
        server.setHostNameResolver(all.getHostNameResolver());
        server.setUseXForwardHeaders(all.isUseXForwardHeaders());
        server.setComponentProperties(all.getComponentProperties());
        server.setConsumerProperties(all.getConsumerProperties());
        server.setEndpointProperties(all.getEndpointProperties());
        return server;
    }

    private RestConsumerFactory httpServer(String name) {
        if (getEndpoint().getCamelContext().getComponent(name, true) instanceof RestConsumerFactory server) {
            return server;
        }
        throw new IllegalArgumentException(
                "The component " + name + " cannot receive HTTP: it is not on the class path,"
                        + " or not a RestConsumerFactory; add camel-platform-http-main (or the runtime's own), or name another"
                        + " with webhookComponentName, such as servlet, jetty, netty-http or undertow");
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return false;
    }

    /** A completion is only done with when its sender has the answer, which is after the exchange has left the route. */
    @Override
    public int getPendingExchangesSize() {
        return reception.pending();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: what has begun is finished, and a suspended consumer lets nothing new in.
    }

    /** Camel suspends a route before it stops it, and waits: stopping at once would cut off what runs in it. */
    @Override
    protected void doSuspend() {
        ServiceHelper.stopService(httpConsumer, reception);
    }

    @Override
    protected void doResume() throws Exception {
        receive();
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(httpConsumer, reception);
        super.doStop();
    }

    @Override
    protected void doShutdown() throws Exception {
        ServiceHelper.stopAndShutdownServices(httpConsumer, reception);
        super.doShutdown();
    }

    /** Not a part of the HTTP server's life: with its last request, the server shuts down what it was given. */
    private static final class Intake extends AsyncProcessorSupport {
        private final WebhookReception reception;

        Intake(WebhookReception reception) {
            this.reception = reception;
        }

        @Override
        public boolean process(Exchange http, AsyncCallback callback) {
            return reception.process(http, callback);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

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

/**
 * Receives callbacks on an HTTP server of the application: camel-platform-http by default, or the component that
 * {@code webhookComponentName} names.
 */
public final class WebhookConsumer extends DefaultConsumer implements HealthCheckAware, ShutdownAware, Suspendable {
    private static final String DEFAULT_COMPONENT = "platform-http";

    private final String path;
    private final Optional<String> componentName;
    private final CallbackService reception;
    private Consumer httpConsumer;
    private HealthCheck healthCheck;

    /** Creates the callback service of a consumer. */
    @FunctionalInterface
    public interface ReceptionFactory {
        /**
         * Creates a callback service.
         *
         * @param consumer creates the exchanges and provides the route
         */
        CallbackService create(WebhookConsumer consumer);
    }

    /**
     * Creates a consumer.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param path path of the callbacks on the HTTP server
     * @param componentName name of the component that provides the HTTP server; empty for platform-http
     * @param receptions creates the callback service
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

    /** Returns the exchanges of the route. They are pooled if the Camel context pools exchanges. */
    public CompletionExchanges exchanges() {
        return new CompletionExchanges() {
            @Override
            public Exchange create() {
                // An automatic release would reset the exchange before its outcome is read.
                return createExchange(false);
            }

            @Override
            public void release(Exchange exchange) {
                releaseExchange(exchange, false);
            }
        };
    }

    /** Returns the processor of the route. */
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

    /**
     * Returns the configuration without its context path, because {@code path} is already the complete path of the
     * callback URL.
     */
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

    /**
     * Returns the number of pending completions, including callbacks without an HTTP response. The response is written
     * after the exchange has left the route.
     */
    @Override
    public int getPendingExchangesSize() {
        return reception.pending();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete, and a suspended consumer accepts no callbacks.
    }

    /**
     * Stops receiving callbacks. Camel suspends the consumer before it stops it and waits for the exchanges in flight.
     * Stopping at once would abort them.
     */
    @Override
    protected void doSuspend() {
        // The HTTP server stays: without it, the callbacks that are in the route would get no response.
        ServiceHelper.stopService(reception);
    }

    @Override
    protected void doResume() {
        ServiceHelper.startService(reception);
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

    /**
     * Forwards callbacks to the callback service. It has a lifecycle of its own, because the HTTP consumer shuts its
     * processor down after the last request.
     */
    private static final class Intake extends AsyncProcessorSupport {
        private final CallbackService reception;

        Intake(CallbackService reception) {
            this.reception = reception;
        }

        @Override
        public void process(Exchange http) throws Exception {
            CallbackService.occupiesThread(http);
            super.process(http);
        }

        @Override
        public boolean process(Exchange http, AsyncCallback callback) {
            return reception.process(http, callback);
        }
    }
}

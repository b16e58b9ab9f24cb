/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.Suspendable;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckAware;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.ObjectHelper;

/**
 * Receives callbacks on an HTTP server of the application: camel-platform-http by default, or the component that
 * {@code webhookComponentName} names.
 */
public final class WebhookConsumer extends DefaultConsumer implements HealthCheckAware, ShutdownAware, Suspendable {
    private static final String DEFAULT_COMPONENT = "platform-http";
    private static final String SERVERS = "Camel Main: add camel-platform-http-main and set camel.server.enabled=true;"
            + " Spring Boot: add camel-platform-http-starter and spring-boot-starter-web; Quarkus: add"
            + " camel-quarkus-platform-http; or set webhookComponentName to servlet, jetty, netty-http or undertow";

    private final String path;
    private final Optional<String> componentName;
    private final CompletionService service;
    private Consumer httpConsumer;
    private HealthCheck healthCheck;

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param path path of the callbacks on the HTTP server
     * @param componentName name of the component that provides the HTTP server; empty for platform-http
     * @param services creates the service that processes the completions, for the route and the handler of failures
     *     outside of it
     */
    public WebhookConsumer(
            Endpoint endpoint,
            Processor processor,
            String path,
            Optional<String> componentName,
            BiFunction<AsyncProcessor, Supplier<ExceptionHandler>, CompletionService> services) {
        super(endpoint, processor);
        this.path = path;
        this.componentName = componentName;
        this.service = services.apply(getAsyncProcessor(), this::getExceptionHandler);
        consumerPaths().add(this, path);
    }

    @Override
    public void setHealthCheck(HealthCheck healthCheck) {
        this.healthCheck = healthCheck;
    }

    @Override
    public HealthCheck getHealthCheck() {
        return healthCheck;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        consumerPaths().reserve(this, path, getRoute() == null ? "consumer" : ConsumerPaths.nameOf(getRoute()));
        try {
            ServiceHelper.startService(service);
            httpConsumer = createHttpConsumer(componentName.orElse(DEFAULT_COMPONENT));
            ServiceHelper.startService(httpConsumer);
        } catch (Exception e) {
            throw withAdvice(e);
        } finally {
            // Camel does not stop a consumer that could not start.
            if (!ServiceHelper.isStarted(httpConsumer)) {
                ServiceHelper.stopAndShutdownServices(httpConsumer, service);
                consumerPaths().release(this);
            }
        }
    }

    private Consumer createHttpConsumer(String name) throws Exception {
        CamelContext context = getEndpoint().getCamelContext();
        if (!(context.getComponent(name, true) instanceof RestConsumerFactory server)) {
            throw new IllegalArgumentException("The component " + name
                    + " cannot receive HTTP requests: it is not on the class path, or it is not a"
                    + " RestConsumerFactory. " + SERVERS);
        }
        RestConfiguration configuration = withoutContextPath(CamelContextHelper.getRestConfiguration(context, name));
        return server.createConsumer(
                context, service.receiver(), "POST", path, null, null, null, configuration, Map.of());
    }

    /** Camel names the class that is missing, and not what to add. */
    private Exception withAdvice(Exception failure) {
        for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
            if (String.valueOf(cause.getMessage()).contains("PlatformHttpEngine")) {
                return new IllegalStateException(
                        "docproc:webhook has no HTTP server for the path " + path + " (" + cause.getMessage() + "). "
                                + SERVERS,
                        failure);
            }
        }
        return failure;
    }

    private ConsumerPaths consumerPaths() {
        return ConsumerPaths.of(getEndpoint().getCamelContext());
    }

    /**
     * Returns the configuration without its context path, because {@code path} is already the complete path of the
     * callback URL.
     */
    private static RestConfiguration withoutContextPath(RestConfiguration configured) {
        RestConfiguration server = new RestConfiguration();
        copy(configured.getComponent(), server::setComponent);
        copy(configured.getScheme(), server::setScheme);
        copy(configured.getHost(), server::setHost);
        server.setPort(configured.getPort());
        copy(configured.getHostNameResolver(), server::setHostNameResolver);
        server.setUseXForwardHeaders(configured.isUseXForwardHeaders());
        copy(configured.getComponentProperties(), server::setComponentProperties);
        copy(configured.getConsumerProperties(), server::setConsumerProperties);
        copy(configured.getEndpointProperties(), server::setEndpointProperties);
        return server;
    }

    /** Camel 4.22 has no setting without a value: its setters reject null. */
    private static <T> void copy(T value, java.util.function.Consumer<T> setting) {
        Optional.ofNullable(value).ifPresent(setting);
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return false;
    }

    /**
     * Returns the number of callbacks without an HTTP response and of polled completions in the route. The response is
     * written after the exchange has left the route.
     */
    @Override
    public int getPendingExchangesSize() {
        return service.inFlight();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete, and a suspended consumer accepts no callbacks.
    }

    /**
     * Stops accepting callbacks and polling. The HTTP server stays and responds to callbacks with status 503, so that
     * callbacks that are in the route still receive their response. Camel suspends the consumer before it stops it, and
     * waits for the callbacks in flight meanwhile.
     */
    @Override
    protected void doSuspend() {
        ServiceHelper.stopService(service);
    }

    @Override
    protected void doResume() {
        ServiceHelper.startService(service);
    }

    @Override
    protected void doStop() throws Exception {
        try {
            ServiceHelper.stopService(httpConsumer, service);
        } finally {
            consumerPaths().release(this);
        }
        super.doStop();
    }

    @Override
    protected void doShutdown() throws Exception {
        consumerPaths().remove(this);
        ServiceHelper.stopAndShutdownServices(httpConsumer, service);
        super.doShutdown();
    }
}

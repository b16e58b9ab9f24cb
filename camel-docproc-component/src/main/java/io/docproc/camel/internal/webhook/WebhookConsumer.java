/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.ObjectHelper;

/**
 * Receives callbacks on an HTTP server of the application: camel-platform-http by default, or the component that
 * {@code webhookComponentName} names. While the consumer is suspended, the server responds with status 503, so that
 * callbacks that are in the route still receive their response.
 */
public final class WebhookConsumer extends CompletionsConsumer {
    private static final String SERVERS = "Camel Main: add camel-platform-http-main and set camel.server.enabled=true;"
            + " Spring Boot: add camel-platform-http-starter and spring-boot-starter-web; Quarkus: add"
            + " camel-quarkus-platform-http; or set webhookComponentName to servlet, jetty, netty-http or undertow";

    private Consumer httpConsumer;

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param settings the settings of the consumer
     */
    public WebhookConsumer(Endpoint endpoint, Processor processor, CompletionSettings settings) {
        super(endpoint, processor, settings);
    }

    @Override
    void startServer() throws Exception {
        try {
            httpConsumer = createHttpConsumer();
            ServiceHelper.startService(httpConsumer);
        } catch (Exception e) {
            throw withAdvice(e);
        }
    }

    private Consumer createHttpConsumer() throws Exception {
        String name = settings.options().getWebhookComponentName();
        CamelContext context = getEndpoint().getCamelContext();
        if (!(context.getComponent(name, true) instanceof RestConsumerFactory server)) {
            throw new IllegalArgumentException("The component " + name
                    + " cannot receive HTTP requests: it is not on the class path, or it is not a"
                    + " RestConsumerFactory. " + SERVERS);
        }
        RestConfiguration configuration = withoutContextPath(CamelContextHelper.getRestConfiguration(context, name));
        return server.createConsumer(
                context, receiver(), "POST", settings.path(), null, null, null, configuration, Map.of());
    }

    /** Camel names the class that is missing, and not what to add. */
    private Exception withAdvice(Exception failure) {
        for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
            if (String.valueOf(cause.getMessage()).contains("PlatformHttpEngine")) {
                return new IllegalStateException(
                        "docproc:webhook has no HTTP server for the path " + settings.path() + " (" + cause.getMessage()
                                + "). " + SERVERS,
                        failure);
            }
        }
        return failure;
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
    protected void doStop() throws Exception {
        ServiceHelper.stopAndShutdownService(httpConsumer);
        httpConsumer = null;
        super.doStop();
    }
}

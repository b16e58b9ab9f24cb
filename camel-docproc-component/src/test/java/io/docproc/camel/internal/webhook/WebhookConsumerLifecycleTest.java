/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.TestContexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ServiceStatus;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how a webhook consumer and its HTTP server start, suspend, resume, stop and shut down. */
class WebhookConsumerLifecycleTest {
    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final HttpComponent http = new HttpComponent();
    private final List<AsyncCallback> runningRoutes = new ArrayList<>();
    private final AsyncProcessorSupport route = new AsyncProcessorSupport() {
        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            runningRoutes.add(callback);
            return false;
        }
    };
    private CallbackService service;

    /** Endpoint without behavior that consumers require. */
    private static final class EmptyEndpoint extends DefaultEndpoint {
        EmptyEndpoint(String uri, Component component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new DefaultConsumer(this, processor);
        }
    }

    /** HTTP component that records the consumers that it creates. */
    private static final class HttpComponent extends DefaultComponent implements RestConsumerFactory {
        final List<DefaultConsumer> consumers = new ArrayList<>();
        final List<String> addresses = new ArrayList<>();
        RestConfiguration configuration;

        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new EmptyEndpoint(uri, this);
        }

        @Override
        public Consumer createConsumer(
                CamelContext camelContext,
                Processor processor,
                String verb,
                String basePath,
                String uriTemplate,
                String consumes,
                String produces,
                RestConfiguration restConfiguration,
                Map<String, Object> parameters) {
            addresses.add(verb + " " + basePath);
            configuration = restConfiguration;
            DefaultConsumer consumer = new DefaultConsumer(new EmptyEndpoint("http:" + basePath, this), processor);
            consumers.add(consumer);
            return consumer;
        }

        DefaultConsumer last() {
            return consumers.get(consumers.size() - 1);
        }

        ServiceStatus status() {
            return last().getStatus();
        }

        /** Sends a request to the last consumer. */
        boolean receive(Exchange request, AsyncCallback responded) {
            return last().getAsyncProcessor().process(request, responded);
        }
    }

    @BeforeEach
    void start() {
        context.addComponent("test-http", http);
        context.start();
    }

    private WebhookConsumer consumer(Optional<String> componentName) {
        return WebhookConsumer.create(
                new EmptyEndpoint("docproc:webhook", http), route, TestSettings.PATH, componentName, this::service);
    }

    private CallbackService service(ConsumerRoute consumerRoute) {
        WebhookSettings settings = new TestSettings().withoutPolling().build();
        service = new CallbackService(context, settings, consumerRoute, CallbackServiceFixture.withoutPolling());
        return service;
    }

    private WebhookConsumer started() {
        WebhookConsumer consumer = consumer(Optional.of("test-http"));
        consumer.start();
        return consumer;
    }

    @Test
    void theConsumerReceivesPostRequestsOnItsPath() {
        started();

        assertThat(http.addresses).containsExactly("POST " + TestSettings.PATH);
        assertThat(http.status()).isEqualTo(ServiceStatus.Started);
        assertThat(service.getStatus()).isEqualTo(ServiceStatus.Started);
        assertThat(route.getStatus()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void theRestConfigurationIsUsedWithoutItsContextPath() {
        RestConfiguration configured = new RestConfiguration();
        configured.setComponent("test-http");
        configured.setScheme("https");
        configured.setHost("hooks.example.com");
        configured.setPort(8443);
        configured.setHostNameResolver(RestConfiguration.RestHostNameResolver.localIp);
        configured.setUseXForwardHeaders(true);
        configured.setComponentProperties(Map.of("a", "1"));
        configured.setConsumerProperties(Map.of("b", "2"));
        configured.setEndpointProperties(Map.of("c", "3"));
        configured.setContextPath("/api");
        context.setRestConfiguration(configured);

        started();

        RestConfiguration defaults = new RestConfiguration();
        assertThat(http.configuration)
                .usingRecursiveComparison()
                .ignoringFields("contextPath")
                .isEqualTo(configured);
        assertThat(http.configuration.getContextPath()).isEqualTo(defaults.getContextPath());
    }

    @Test
    void aComponentWithoutHttpServerFailsTheStart() {
        assertThatThrownBy(() -> consumer(Optional.of("direct")).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The component direct cannot receive HTTP requests")
                .hasMessageContaining("webhookComponentName");
    }

    @Test
    void aCallbackIsPendingUntilItsResponseIsWritten() {
        WebhookConsumer consumer = started();
        List<Boolean> responses = new ArrayList<>();
        Exchange request = new DefaultExchange(context);
        request.getMessage()
                .setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json"));
        request.getMessage().setBody("{\"job_id\":\"job-1\",\"status\":\"completed\"}");

        assertThat(http.receive(request, responses::add))
                .as("responded synchronously")
                .isFalse();
        assertThat(consumer.getPendingExchangesSize()).isEqualTo(1);
        assertThat(responses).isEmpty();
        runningRoutes.get(0).done(false);

        assertThat(consumer.getPendingExchangesSize()).isZero();
        assertThat(responses).containsExactly(false);
        assertThat(request.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(200);
        assertThat(http.receive(new DefaultExchange(context), responses::add)).isTrue();
    }

    @Test
    void aSuspendedConsumerRespondsWith503UntilItIsResumed() {
        WebhookConsumer consumer = started();
        Exchange refused = new DefaultExchange(context);

        consumer.suspend();
        assertThat(http.status()).as("the HTTP server stays").isEqualTo(ServiceStatus.Started);
        assertThat(http.receive(refused, doneSync -> {})).isTrue();
        assertThat(refused.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(503);
        assertThat(service.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(route.getStatus()).as("running exchanges continue").isEqualTo(ServiceStatus.Started);
        consumer.resume();

        assertThat(http.addresses).hasSize(1);
        assertThat(service.getStatus()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void aStoppedConsumerCanBeStartedAgain() {
        WebhookConsumer consumer = started();
        assertThat(consumer.deferShutdown(ShutdownRunningTask.CompleteCurrentTaskOnly))
                .as("the consumer is suspended first")
                .isFalse();

        consumer.stop();
        assertThat(http.status()).isEqualTo(ServiceStatus.Stopped);
        assertThat(service.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(route.getStatus()).isEqualTo(ServiceStatus.Stopped);
        consumer.start();

        assertThat(http.addresses).hasSize(2);
        assertThat(http.status()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void aShutdownIncludesTheHttpConsumerAndTheService() {
        WebhookConsumer consumer = started();

        consumer.shutdown();

        assertThat(http.last().isShutdown()).isTrue();
        assertThat(service.isShutdown()).isTrue();
        assertThat(route.isShutdown()).isTrue();
    }
}

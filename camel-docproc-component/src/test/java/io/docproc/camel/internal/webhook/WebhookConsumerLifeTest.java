/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a webhook starts, pauses and stops together with the HTTP server that it is given. */
class WebhookConsumerLifeTest {
    private static final String PATH = "/docproc/completions";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final HttpComponent http = new HttpComponent();
    private final List<AsyncCallback> held = new ArrayList<>();
    private final AsyncProcessorSupport route = new AsyncProcessorSupport() {
        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            held.add(callback);
            return false;
        }
    };
    private CallbackService reception;

    /** An endpoint that only its consumers are made of. */
    private static final class BareEndpoint extends DefaultEndpoint {
        BareEndpoint(String uri, Component component) {
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

    /** An HTTP server that keeps what it is asked for. */
    private static final class HttpComponent extends DefaultComponent implements RestConsumerFactory {
        final List<DefaultConsumer> consumers = new ArrayList<>();
        final List<String> addresses = new ArrayList<>();
        RestConfiguration configuration;

        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new BareEndpoint(uri, this);
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
            DefaultConsumer consumer = new DefaultConsumer(new BareEndpoint("http:" + basePath, this), processor);
            consumers.add(consumer);
            return consumer;
        }

        DefaultConsumer last() {
            return consumers.get(consumers.size() - 1);
        }

        ServiceStatus status() {
            return last().getStatus();
        }

        /** What becomes of a request that arrives. */
        boolean receive(Exchange request, AsyncCallback answered) {
            return last().getAsyncProcessor().process(request, answered);
        }
    }

    @BeforeEach
    void start() {
        context.addComponent("house-http", http);
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private WebhookConsumer consumer(Optional<String> componentName) {
        return new WebhookConsumer(
                new BareEndpoint("docproc:webhook", http), route, PATH, componentName, this::reception);
    }

    private CallbackService reception(WebhookConsumer consumer) {
        CallbackSettings callbacks =
                new CallbackSettings(PATH, Optional.empty(), Optional::empty, Optional.empty(), Duration.ofDays(7));
        reception = new CallbackService(
                context,
                new CallbackService.Settings(
                        callbacks,
                        false,
                        1_000,
                        new MemoryIdempotentRepository(),
                        Optional.empty(),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(10),
                        Optional.empty(),
                        Optional.empty(),
                        new CompletionCounters()),
                consumer.exchanges(),
                consumer.route(),
                Runnable::run);
        return reception;
    }

    private WebhookConsumer started() {
        WebhookConsumer consumer = consumer(Optional.of("house-http"));
        consumer.start();
        return consumer;
    }

    @Test
    void itListensForPostsOnItsPath() {
        started();

        assertThat(http.addresses).containsExactly("POST " + PATH);
        assertThat(http.status()).isEqualTo(ServiceStatus.Started);
        assertThat(reception.getStatus()).isEqualTo(ServiceStatus.Started);
        assertThat(route.getStatus()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void itTakesTheServersRestConfigurationButItsContextPath() {
        RestConfiguration all = new RestConfiguration();
        all.setComponent("house-http");
        all.setScheme("https");
        all.setHost("hooks.example.com");
        all.setPort(8443);
        all.setHostNameResolver(RestConfiguration.RestHostNameResolver.localIp);
        all.setUseXForwardHeaders(true);
        all.setComponentProperties(Map.of("a", "1"));
        all.setConsumerProperties(Map.of("b", "2"));
        all.setEndpointProperties(Map.of("c", "3"));
        all.setContextPath("/api");
        context.setRestConfiguration(all);

        started();

        RestConfiguration wanted = new RestConfiguration();
        assertThat(http.configuration)
                .usingRecursiveComparison()
                .ignoringFields("contextPath")
                .isEqualTo(all);
        assertThat(http.configuration.getContextPath()).isEqualTo(wanted.getContextPath());
    }

    @Test
    void aNameThatIsNoHttpServersStopsTheStartAndSaysWhatToDo() {
        assertThatThrownBy(() -> consumer(Optional.of("direct")).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The component direct cannot receive HTTP")
                .hasMessageContaining("webhookComponentName");
    }

    @Test
    void aCallbackIsPendingUntilItsSenderHasTheAnswer() {
        WebhookConsumer consumer = started();
        List<Boolean> answered = new ArrayList<>();
        Exchange request = new DefaultExchange(context);
        request.getMessage()
                .setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json"));
        request.getMessage().setBody("{\"job_id\":\"job-1\",\"status\":\"completed\"}");

        assertThat(http.receive(request, answered::add)).as("answered at once").isFalse();
        assertThat(consumer.getPendingExchangesSize()).isEqualTo(1);
        assertThat(answered).isEmpty();
        held.get(0).done(false);

        assertThat(consumer.getPendingExchangesSize()).isZero();
        assertThat(answered).containsExactly(false);
        assertThat(request.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(200);
        assertThat(http.receive(new DefaultExchange(context), answered::add)).isTrue();
    }

    @Test
    void aSuspendedWebhookRefusesCallbacksUntilItIsResumed() {
        WebhookConsumer consumer = started();
        Exchange refused = new DefaultExchange(context);

        consumer.suspend();
        assertThat(http.status()).as("senders get responses").isEqualTo(ServiceStatus.Started);
        assertThat(http.receive(refused, doneSync -> {})).isTrue();
        assertThat(refused.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(503);
        assertThat(reception.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(route.getStatus()).as("exchanges in it continue").isEqualTo(ServiceStatus.Started);
        consumer.resume();

        assertThat(http.addresses).hasSize(1);
        assertThat(reception.getStatus()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void whenItStopsAllOfItStopsAndItMayStartAgain() {
        WebhookConsumer consumer = started();
        assertThat(consumer.deferShutdown(ShutdownRunningTask.CompleteCurrentTaskOnly))
                .as("nothing new comes while the rest is finished")
                .isFalse();

        consumer.stop();
        assertThat(http.status()).isEqualTo(ServiceStatus.Stopped);
        assertThat(reception.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(route.getStatus()).isEqualTo(ServiceStatus.Stopped);
        consumer.start();

        assertThat(http.addresses).hasSize(2);
        assertThat(http.status()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void whenItIsShutDownNothingOfItIsLeft() {
        WebhookConsumer consumer = started();

        consumer.shutdown();

        assertThat(http.last().isShutdown()).isTrue();
        assertThat(reception.isShutdown()).isTrue();
        assertThat(route.isShutdown()).isTrue();
    }
}

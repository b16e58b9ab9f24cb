/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.spi.ExchangeFactory;
import org.apache.camel.spi.PooledObjectFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts with pooled exchanges, as with {@code camel.main.exchangeFactory=pooled}. */
@Timeout(120)
class PooledExchangesTest {
    private static final int COMPLETIONS = Matrix.isFull() ? 300 : 60;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final Map<String, Integer> runs = new ConcurrentHashMap<>();

    @BeforeEach
    void poolExchanges() {
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        pool(server.context());
    }

    private static void pool(CamelContext context) {
        PooledExchangeFactory exchanges = new PooledExchangeFactory();
        exchanges.setStatisticsEnabled(true);
        context.getCamelContextExtension().setExchangeFactory(exchanges);
        context.getCamelContextExtension().setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
    }

    private void run(String from, boolean isAsynchronous) throws Exception {
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.errorHandler(routes.noErrorHandler());
            ProcessorDefinition<?> route = routes.from(from).routeId("completions");
            (isAsynchronous ? route.threads(2) : route).process(this::failFirstDelivery);
        });
        server.context().start();
    }

    /** Records each delivery by job id and correlation id, and fails for the first one of a job. */
    private void failFirstDelivery(Exchange exchange) {
        String run = exchange.getMessage().getHeader("CamelDocprocJobId") + " "
                + exchange.getMessage().getHeader("CamelDocprocCorrelationId");
        if (runs.merge(run, 1, Integer::sum) == 1) {
            throw new IllegalStateException("the archive is full");
        }
    }

    /** Asserts that every exchange acquired from a pool is released. */
    private static void assertAllReleased(CamelContext context) {
        for (ExchangeFactory factory :
                context.getCamelContextExtension().getExchangeFactoryManager().getExchangeFactories()) {
            PooledObjectFactory.Statistics statistics = factory.getStatistics();
            await().untilAsserted(() -> assertThat(statistics.getReleasedCounter() + statistics.getDiscardedCounter())
                    .as(factory.getConsumer().toString())
                    .isEqualTo(statistics.getCreatedCounter() + statistics.getAcquiredCounter()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(47)
    void aCompletionWhoseRouteFailsGets500AndRunsAgain(boolean isAsynchronous) throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        run("docproc:webhook", isAsynchronous);

        assertThat(server.post(server.signed("a.pdf"), completed("job-1")).statusCode())
                .isEqualTo(500);
        assertThat(jobRepository.size()).as("the job stays stored").isEqualTo(1);
        assertThat(server.post(server.signed("a.pdf"), completed("job-1")).statusCode())
                .isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(runs).containsExactly(Map.entry("job-1 a.pdf", 2));
        assertAllReleased(server.context());
        assertThat(server.context()
                        .getCamelContextExtension()
                        .getExchangeFactoryManager()
                        .getExchangeFactories())
                .filteredOn(factory -> factory.getConsumer()
                        == server.context().getRoute("completions").getConsumer())
                .singleElement()
                .satisfies(factory ->
                        assertThat(factory.getStatistics().getReleasedCounter()).isEqualTo(2));
    }

    @Test
    @CoversFault(47)
    void eachOfManyExchangesGetsItsOwnResultOrFailure() throws Exception {
        service.server().stubFor(post(anyUrl()).willReturn(aResponse().withBody(Replies.CROP)));
        CopyOnWriteArrayList<String> outcomes = new CopyOnWriteArrayList<>();
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.onException(Exception.class)
                    .handled(true)
                    .process(exchange -> outcomes.add(exchange.getMessage().getHeader("number") + " failed"));
            routes.from("seda:documents?concurrentConsumers=8")
                    .to("docproc:crop")
                    .process(exchange -> outcomes.add(exchange.getMessage().getHeader("number") + " "
                            + exchange.getMessage().getBody(byte[].class).length));
        });
        server.context().start();

        List<String> expected = new ArrayList<>();
        for (int number = 0; number < COMPLETIONS; number++) {
            boolean valid = number % 3 != 0;
            Object body = valid ? Replies.DOCUMENT : new byte[0];
            server.context().createProducerTemplate().sendBodyAndHeader("seda:documents", body, "number", number);
            expected.add(number + (valid ? " " + Replies.JPEG.length : " failed"));
        }

        await().until(() -> outcomes.size() == COMPLETIONS);
        assertThat(outcomes).containsExactlyInAnyOrderElementsOf(expected);
        assertAllReleased(server.context());
    }
}

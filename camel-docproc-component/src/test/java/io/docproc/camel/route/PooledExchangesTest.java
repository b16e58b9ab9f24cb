/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.spi.ExchangeFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts with pooled exchanges, as with {@code camel.main.exchangeFactory=pooled}. */
@Timeout(120)
class PooledExchangesTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(47)
    void aCompletionWhoseRouteFailsGets500AndRunsAgain(boolean isAsynchronous) throws Exception {
        ExtendedCamelContext context = server.context().getCamelContextExtension();
        PooledExchangeFactory exchanges = new PooledExchangeFactory();
        exchanges.setStatisticsEnabled(true);
        context.setExchangeFactory(exchanges);
        context.setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.errorHandler(routes.noErrorHandler());
            ProcessorDefinition<?> route = routes.from("docproc:webhook");
            (isAsynchronous ? route.threads(2) : route).process(exchange -> {
                assertThat(exchange.getMessage().getHeader("CamelDocprocJobId")).isEqualTo("job-1");
                if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("the archive is full");
                }
            });
        });
        server.context().start();

        assertThat(server.post(server.signed("a.pdf"), completed("job-1")).statusCode())
                .isEqualTo(500);
        assertThat(jobRepository.size()).as("the job stays stored").isEqualTo(1);
        assertThat(server.post(server.signed("a.pdf"), completed("job-1")).statusCode())
                .isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(runs).hasValue(2);
        assertThat(context.getExchangeFactoryManager().getExchangeFactories())
                .isNotEmpty()
                .extracting(ExchangeFactory::getStatistics)
                .allSatisfy(pool -> await().untilAsserted(
                                () -> assertThat(pool.getReleasedCounter() + pool.getDiscardedCounter())
                                        .as("each exchange is released once")
                                        .isEqualTo(pool.getCreatedCounter() + pool.getAcquiredCounter())));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes that wait for calls of other routes: three levels of calls complete with one permit. */
@Timeout(90)
class NestedCallsTest {
    private static final int DOCUMENTS = 12;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger results = new AtomicInteger();

    @BeforeEach
    void respondAtOnce() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    private void start(int maxWaitingRequests, RouteBuilder routes) throws Exception {
        Replies.configure(service, component -> {
            component.getConfiguration().setMaxConcurrentRequests(1);
            component.getConfiguration().setMaxWaitingRequests(maxWaitingRequests);
        });
        service.context().addRoutes(routes);
        ProducerTemplate template = service.context().createProducerTemplate();
        for (int document = 0; document < DOCUMENTS; document++) {
            template.sendBody("seda:first?size=1000", ExchangePattern.InOnly, Replies.DOCUMENT);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> results.get() == DOCUMENTS);
        assertThat(service.server().getAllServeEvents()).hasSize(3 * DOCUMENTS);
        assertThat(service.component().status().calls().waiting()).isZero();
    }

    /** A template creates a new exchange, so that nothing shows that the call of the next level is waited for. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void routesThatWaitForRoutesThroughATemplate(int maxWaitingRequests) throws Exception {
        start(maxWaitingRequests, new RouteBuilder() {
            @Override
            public void configure() {
                ProducerTemplate template = getContext().createProducerTemplate();
                from("seda:first?size=1000&concurrentConsumers=4")
                        .to("docproc:crop")
                        .process(exchange ->
                                template.requestBody("seda:second?timeout=60000", (Object) Replies.DOCUMENT))
                        .process(exchange -> results.incrementAndGet());
                from("seda:second?concurrentConsumers=4")
                        .to("docproc:crop")
                        .process(exchange ->
                                template.requestBody("seda:third?timeout=60000", (Object) Replies.DOCUMENT));
                from("seda:third?concurrentConsumers=4").to("docproc:crop");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void processorsThatCallThroughATemplate(int maxWaitingRequests) throws Exception {
        start(maxWaitingRequests, new RouteBuilder() {
            @Override
            public void configure() {
                ProducerTemplate template = getContext().createProducerTemplate();
                // The template's own pool has ten threads, which calls that wait for each other would use up.
                template.setExecutorService(
                        getContext().getExecutorServiceManager().newCachedThreadPool(this, "templates"));
                from("seda:first?size=1000&concurrentConsumers=4")
                        .to("docproc:crop")
                        .process(exchange -> template.asyncRequestBody("direct:second", (Object) Replies.DOCUMENT)
                                .get())
                        .process(exchange -> results.incrementAndGet());
                from("direct:second").to("docproc:crop").process(exchange -> template.asyncRequestBody(
                                "docproc:crop", (Object) Replies.DOCUMENT)
                        .get());
            }
        });
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.TempFolder;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Message;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.junit.jupiter.api.Test;

/** Elements of a document that a split reads, and the lifetime of the spooled response. */
class DocumentPartsLifetimeTest extends DocumentPartsFixture {
    private void run(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(service.context(), routes);
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(1);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        done.assertIsSatisfied(20_000);
    }

    @Test
    void theFileOfAPooledExchangeIsDeleted() throws Exception {
        poolExchanges();
        run(routes -> routes.from("seda:in")
                .to(CALL)
                .setHeader("branch", Builder.constant("pooled"))
                .split(Builder.body())
                .streaming()
                .process(this::record)
                .end()
                .setBody(Builder.constant("done"))
                .to("mock:done"));

        assertAllReceived("pooled");
        assertNoFileRemains();
    }

    @Test
    void headersThatAreSetAfterSedaAreInherited() throws Exception {
        run(routes -> {
            routes.from("seda:in").to(CALL).to("seda:next");
            routes.from("seda:next")
                    .setHeader("branch", Builder.constant("after seda"))
                    .split(Builder.body())
                    .streaming()
                    .process(this::record)
                    .end()
                    .to("mock:done");
        });

        assertAllReceived("after seda");
        assertNoFileRemains();
    }

    @Test
    void aggregatedPartsAreReadable() throws Exception {
        run(routes -> routes.from("seda:in")
                .to(CALL)
                .aggregate(Builder.constant(1), new GroupedBodyAggregationStrategy())
                .completionSize(1)
                .split(Builder.body())
                .split(Builder.body())
                .streaming()
                .process(this::record)
                .end()
                .to("mock:done"));

        assertAllReceived("one");
        assertNoFileRemains();
    }

    @Test
    void aRedeliveredSplitReceivesAllElementsAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        run(routes -> {
            routes.errorHandler(
                    routes.defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            routes.from("seda:in").to(CALL).to("direct:split").to("mock:done");
            routes.from("direct:split")
                    .errorHandler(routes.noErrorHandler())
                    .split(Builder.body())
                    .streaming()
                    .stopOnException()
                    .process(exchange -> {
                        int id = (Integer) exchange.getMessage()
                                .getBody(DocumentPart.class)
                                .get("element_id");
                        if (id == 100 && failures.getAndIncrement() == 0) {
                            received.clear();
                            throw new IllegalStateException("the archive is full");
                        }
                        record(exchange);
                    })
                    .end();
        });

        assertThat(failures).hasValue(2);
        assertAllReceived("one");
        assertThat(service.server().getAllServeEvents()).as("billed once").hasSize(1);
        assertNoFileRemains();
    }

    @Test
    void anIteratorThatIsReadPartlyAndDroppedLeavesNoFile() {
        Iterator<?> elements =
                service.call(CALL, Replies.DOCUMENT).getBody(Iterable.class).iterator();
        assertThat(((Message) elements.next()).getBody(DocumentPart.class)).containsEntry("element_id", 0);
        System.gc();
        assertThat(((Message) elements.next()).getBody(DocumentPart.class)).containsEntry("element_id", 1);
        assertThat(TempFolder.count(spool)).isEqualTo(1);
        assertThat(elements.hasNext()).isTrue();

        elements = null;

        TempFolder.awaitEmpty(spool);
    }

    @Test
    void theMarkdownAloneIsKept() {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":[\"" + "x".repeat(600_000) + "\"],\"markdown\":\""
                + "标题\\n".repeat(100_000) + "\"}}");

        Message message = service.call("docproc:parseSync?output=markdown", Replies.DOCUMENT);

        assertThat(message.getBody(String.class)).isEqualTo("标题\n".repeat(100_000));
        assertThat(TempFolder.count(spool)).isEqualTo(1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeTimedOutException;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the JMS routes of the guides with ActiveMQ Classic. */
@Timeout(120)
class DocumentedJmsTest extends DocumentedRoutesFixture {
    private static final String EXTRACTED = "{\"code\":200,\"x_request_id\":\"r-1\",\"result\":{\"success_count\":1,"
            + "\"extracted_schema\":{\"total\":12.50}}}";
    private static final int REDELIVERIES = 2;

    @TempDir
    private Path results;

    private final AtomicInteger archived = new AtomicInteger();
    private JmsBroker broker;

    /**
     * Starts a broker.
     *
     * @param redeliveries of a message before it moves to the dead letter queue
     */
    JmsBroker start(int redeliveries) throws Exception {
        return new JmsBroker.Classic(redeliveries);
    }

    @BeforeEach
    void startBroker() throws Exception {
        broker = start(REDELIVERIES);
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(broker.connections());
        // A consumer stops only between two polls of its queue.
        jms.getConfiguration().setReceiveTimeout(200);
        service.context().addComponent("jms", jms);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, EXTRACTED));
    }

    @AfterEach
    void stopBroker() throws Exception {
        service.context().stop();
        broker.close();
    }

    @ParameterizedTest
    @EachDsl
    void theReplyContainsTheFieldsAndTheHeadersThatAreNotOfCamel(Dsl dsl) throws Exception {
        dsl.load(service.context(), "jms-request-reply", new DocumentedGuides.JmsRequestReply());

        Map<String, Object> headers = Map.of("documentName", "invoice.pdf", "duration", new BigDecimal("161.5"));

        Message reply = service.call("jms:queue:invoices", Replies.DOCUMENT, headers);

        assertThat(new String(reply.getBody(byte[].class), StandardCharsets.UTF_8))
                .isEqualTo("{\"total\":12.50}");
        assertThat(reply.getHeader("requestId")).isEqualTo("r-1");
        assertThat(reply.getHeader("duration")).isEqualTo("161.5");
        assertThat(reply.getHeaders().keySet()).noneMatch(header -> header.startsWith("CamelDocproc"));
        assertThat(service.onlyRequest().getBodyAsString()).contains("\"file_name\":\"invoice.pdf\"");
    }

    @ParameterizedTest
    @EachDsl
    void theReplyToAFailureIsTheErrorResponse(Dsl dsl) throws Exception {
        service.server()
                .stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":40422,\"message\":\"x\",\"x_request_id\":\"r-2\"}"));
        dsl.load(service.context(), "jms-request-reply", new DocumentedGuides.JmsRequestReply());

        Message reply = service.call("jms:queue:invoices", Replies.DOCUMENT);

        assertThat(Json.read(reply.getBody(String.class)))
                .isEqualTo(Json.read("{\"status\":422,\"code\":40422,\"message\":\"the document cannot be processed\","
                        + "\"operation\":\"extract\",\"request_id\":\"r-2\",\"retryable\":false}"));
    }

    @Test
    void aTextMessageIsNotADocument() throws Exception {
        Dsl.YAML.load(service.context(), "jms-request-reply", new DocumentedGuides.JmsRequestReply());

        assertThat(service.call("jms:queue:invoices", "a text").getBody(String.class))
                .contains("\"status\":422");
        service.assertNothingSent();
    }

    @Test
    void aFailureThatIsNotHandledSendsNoReply() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":40422,\"message\":\"damaged\"}"));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:invoices").to("docproc:extract?schema=classpath:docs/invoice-schema.json");
            }
        });

        assertThat(service.send("jms:queue:invoices?requestTimeout=1000", Replies.DOCUMENT)
                        .getException())
                .isInstanceOf(ExchangeTimedOutException.class);
    }

    @Test
    void fieldsAreATextMessageAfterAConversionToString() throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:invoices")
                        .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                        .convertBodyTo(String.class);
            }
        });

        assertThat(service.call("jms:queue:invoices", Replies.DOCUMENT).getBody())
                .isEqualTo("{\"total\":12.50}");
    }

    @ParameterizedTest
    @EachDsl
    void aRolledBackMessageIsBilledOnce(Dsl dsl) throws Exception {
        archive(REDELIVERIES);
        dsl.load(service.context(), "routes/jms", new DocumentedGuides.JmsTransaction());

        service.context().createProducerTemplate().sendBody("jms:queue:invoices", Replies.DOCUMENT);

        await().until(() -> broker.messages("fields") == 1 && archived.get() == 1 + REDELIVERIES);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        assertThat(deadLetters()).isZero();
    }

    @Test
    void withoutATransactionAFailureLosesTheMessage() throws Exception {
        service.component().setOutageTimeout(0);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":50011,\"message\":\"busy\"}"));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:invoices").to("docproc:extract?schema=classpath:docs/invoice-schema.json");
            }
        });

        service.context().createProducerTemplate().sendBody("jms:queue:invoices", Replies.DOCUMENT);

        await().until(() -> service.server().getAllServeEvents().size() == 1
                && inFlight() == 0
                && broker.messages("invoices") == 0);
        assertThat(deadLetters()).isZero();
    }

    private int inFlight() {
        return service.context().getInflightRepository().size();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageThatMovesToTheDeadLetterQueueIsBilledOnce(boolean repository) throws Exception {
        if (repository) {
            useResultRepository();
        }
        archive(Integer.MAX_VALUE);
        Dsl.YAML.load(service.context(), "routes/jms", new DocumentedGuides.JmsTransaction());

        service.context().createProducerTemplate().sendBody("jms:queue:invoices", Replies.DOCUMENT);

        await().until(() -> deadLetters() == 1);
        assertThat(broker.messages("fields")).isZero();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aCallThatIsNotRetryableMovesItsMessageToTheDeadLetters(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":40422,\"message\":\"damaged\"}"));
        dsl.load(service.context(), "routes/jms", new DocumentedGuides.JmsTransaction());
        archive(0);

        service.context().createProducerTemplate().sendBody("jms:queue:invoices", Replies.DOCUMENT);

        await().until(() -> broker.messages("invoices.dead") == 1);
        Exchange dead = service.context().createConsumerTemplate().receive("jms:queue:invoices.dead", 60_000);
        assertThat(dead.getMessage().getBody(byte[].class)).isEqualTo(Replies.DOCUMENT);
        assertThat(dead.getMessage().getHeader("reason", String.class)).contains("40422");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        // A broker removes the message after it has added the dead letter of the same transaction.
        await().until(() -> broker.messages("invoices") == 0);
    }

    @ParameterizedTest
    @EachDsl
    void aRetryableCallIsRolledBackAndDeliveredAgain(Dsl dsl) throws Exception {
        service.component().setOutageTimeout(0);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":50011,\"message\":\"busy\"}"));
        dsl.load(service.context(), "routes/jms", new DocumentedGuides.JmsTransaction());
        archive(0);

        service.context().createProducerTemplate().sendBody("jms:queue:invoices", Replies.DOCUMENT);

        await().until(() -> deadLetters() == 1);
        assertThat(service.server().getAllServeEvents()).hasSizeBetween(2, 1 + REDELIVERIES);
    }

    private void useResultRepository() {
        Replies.configure(
                service, docproc -> docproc.setResultRepository(new FileResultRepository(results.resolve("results"))));
    }

    /** Adds an archive that fails for the first messages. */
    private void archive(int failures) throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:archive").errorHandler(noErrorHandler()).process(exchange -> {
                    if (archived.incrementAndGet() <= failures) {
                        throw new IllegalStateException("the archive is full");
                    }
                });
            }
        });
    }

    private long deadLetters() throws Exception {
        return broker.messages(broker.deadLetterQueue());
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import kafka.testkit.KafkaClusterTestKit;
import kafka.testkit.TestKitNodes;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the Kafka route of the guides with a broker in this JVM. */
@Timeout(180)
final class DocumentedKafkaTest extends DocumentedRoutesFixture {
    private static final String BYTES =
            "org.apache.kafka.common.serialization.ByteArray%s&groupId=test&autoOffsetReset=earliest";
    private static final int FAILURES = 2;

    @TempDir
    private Path results;

    /** The committed offset at each attempt to store a result. */
    private final List<Long> committedBeforeStore = new CopyOnWriteArrayList<>();

    private KafkaClusterTestKit broker;
    private Admin admin;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new KafkaClusterTestKit.Builder(new TestKitNodes.Builder()
                        .setCombined(true)
                        .setNumBrokerNodes(1)
                        .setNumControllerNodes(1)
                        .build())
                .setConfigProp("offsets.topic.replication.factor", "1")
                .setConfigProp("offsets.topic.num.partitions", "1")
                .setConfigProp("group.initial.rebalance.delay.ms", "0")
                .build();
        broker.format();
        broker.startup();
        admin = Admin.create(broker.clientProperties());
        admin.createTopics(List.of(new NewTopic("invoices", 1, (short) 1), new NewTopic("invoices.dead", 1, (short) 1)))
                .all()
                .get();
        KafkaComponent kafka = new KafkaComponent();
        kafka.getConfiguration().setBrokers(broker.bootstrapServers());
        // A consumer stops only between two polls.
        kafka.getConfiguration().setPollTimeoutMs(200L);
        service.context().addComponent("kafka", kafka);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:archive").errorHandler(noErrorHandler()).process(exchange -> {
                    committedBeforeStore.add(committed());
                    if (committedBeforeStore.size() <= FAILURES) {
                        throw new IllegalStateException("the archive is full");
                    }
                });
            }
        });
    }

    @AfterEach
    void stopBroker() throws Exception {
        service.context().stop();
        admin.close();
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordIsCommittedAfterItsResultIsStored(boolean repository) throws Exception {
        if (repository) {
            Replies.configure(
                    service,
                    docproc -> docproc.setResultRepository(new FileResultRepository(results.resolve("results"))));
        }
        load();

        send(Replies.DOCUMENT);

        await().until(() -> committed() == 1);
        assertThat(committedBeforeStore).hasSize(1 + FAILURES).containsOnly(0L);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aRecordWhoseCallIsNotRetryableMovesToTheDeadLetterTopic(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":40422,\"message\":\"damaged\"}"));
        load(dsl);

        send(Replies.DOCUMENT);

        Exchange dead = service.context()
                .createConsumerTemplate()
                .receive("kafka:invoices.dead?valueDeserializer=" + BYTES.formatted("Deserializer"), 60_000);
        assertThat(dead.getMessage().getBody(byte[].class)).isEqualTo(Replies.DOCUMENT);
        await().until(() -> committed() == 1);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aRecordWhoseCallIsRetryableStays() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, "{\"code\":50011,\"message\":\"busy\"}"));
        load();

        send(Replies.DOCUMENT);

        await().until(() -> service.server().getAllServeEvents().size() > 5);
        assertThat(committed()).isZero();
    }

    @Test
    void theFieldsOfADocumentAreARecordInJson() throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:fields")
                        .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                        .to("kafka:invoices");
            }
        });

        service.context().createProducerTemplate().sendBody("direct:fields", Replies.DOCUMENT);

        Exchange fields = service.context()
                .createConsumerTemplate()
                .receive("kafka:invoices?groupId=test&autoOffsetReset=earliest", 60_000);
        assertThat(new ObjectMapper()
                        .readTree(fields.getMessage().getBody(String.class))
                        .has("total"))
                .isTrue();
    }

    @Test
    void aCroppedPageIsARecordOfBytes() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:page")
                        .to("docproc:crop")
                        .to("kafka:invoices?valueSerializer=" + BYTES.formatted("Serializer"));
            }
        });

        service.context().createProducerTemplate().sendBody("direct:page", Replies.DOCUMENT);

        Exchange page = service.context()
                .createConsumerTemplate()
                .receive("kafka:invoices?valueDeserializer=" + BYTES.formatted("Deserializer"), 60_000);
        assertThat(page.getMessage().getBody(byte[].class)).startsWith(0xFF, 0xD8);
    }

    private void load() throws Exception {
        load(Dsl.YAML);
    }

    private void load(Dsl dsl) throws Exception {
        dsl.load(service.context(), "routes/kafka", new DocumentedGuides.Kafka());
    }

    private void send(byte[] document) {
        service.context()
                .createProducerTemplate()
                .sendBody("kafka:invoices?valueSerializer=" + BYTES.formatted("Serializer"), document);
    }

    /** Returns the committed offset of the route, which is the number of its completed records. */
    private long committed() throws Exception {
        OffsetAndMetadata offset = admin.listConsumerGroupOffsets("invoices")
                .partitionsToOffsetAndMetadata()
                .get()
                .get(new TopicPartition("invoices", 0));
        return offset == null ? 0 : offset.offset();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Local transactions and thread pools of routes need no option of the component. */
@Timeout(60)
class TransactionsAndThreadsTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** The step after the call fails once. */
    @ParameterizedTest
    @CoversFault(99)
    @ValueSource(booleans = {true, false})
    void aRolledBackJmsMessageIsRedeliveredAndBilledOnce(boolean storesResults) throws Exception {
        if (storesResults) {
            Replies.configure(service, component -> component.setResultRepository(new FileResultRepository(directory)));
        }
        service.respondWith(Replies.CROP);
        BrokerService broker = new BrokerService();
        broker.setBrokerName("local-transaction");
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.start();
        try {
            ActiveMQConnectionFactory connections =
                    new ActiveMQConnectionFactory("vm://local-transaction?create=false");
            connections.getRedeliveryPolicy().setInitialRedeliveryDelay(0);
            JmsComponent jms = new JmsComponent();
            jms.setConnectionFactory(connections);
            service.context().addComponent("jms", jms);
            AtomicInteger deliveries = new AtomicInteger();
            service.route(routes -> routes.from("jms:in?transacted=true")
                    .to("docproc:crop")
                    .to("jms:out?transacted=true")
                    .process(exchange -> {
                        if (deliveries.incrementAndGet() == 1) {
                            throw new IllegalStateException("on purpose");
                        }
                    }));
            service.context().createProducerTemplate().sendBody("jms:in", Replies.DOCUMENT);

            await().until(() -> messages(broker, "out") == 1 && messages(broker, "in") == 0);

            assertThat(deliveries).hasValue(2);
            assertThat(service.server().getAllServeEvents()).hasSize(1);
            assertThat(messages(broker, "ActiveMQ.DLQ")).isZero();
        } finally {
            service.context().stop();
            broker.stop();
        }
    }

    private static long messages(BrokerService broker, String queue) throws Exception {
        return broker.getDestination(new ActiveMQQueue(queue))
                .getDestinationStatistics()
                .getMessages()
                .getCount();
    }

    /** The repository uses the database of the transaction. */
    @Test
    @CoversFault(70)
    void aTransactedRouteRolledBackThreeTimesIsBilledOnce() throws Exception {
        JdbcConnectionPool database = JdbcConnectionPool.create(MemoryDatabase.newUrl(), "sa", "");
        JdbcTemplate rows = new JdbcTemplate(database);
        rows.execute("CREATE TABLE INVOICE (TOTAL VARCHAR(20))");
        SpringTransactionPolicy required = new SpringTransactionPolicy(new DataSourceTransactionManager(database));
        required.setPropagationBehaviorName("PROPAGATION_REQUIRED");
        service.context().getRegistry().bind("required", required);
        Replies.configure(service, docproc -> docproc.setResultRepository(new JdbcResultRepository(database)));
        service.respondWith(Replies.EXTRACT);
        List<Object> billed = new ArrayList<>();
        service.route(routes -> routes.from("direct:invoices")
                .transacted("required")
                .toD("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")")
                .process(exchange -> {
                    billed.add(exchange.getMessage().getHeader(DocprocConstants.BILLED));
                    rows.update(
                            "INSERT INTO INVOICE VALUES (?)",
                            exchange.getMessage().getBody(Map.class).get("total"));
                    if (billed.size() <= 3) {
                        throw new IllegalStateException("the archive is full");
                    }
                }));
        try {
            for (int run = 0; run < 3; run++) {
                assertThat(service.send("direct:invoices", Replies.DOCUMENT).getException())
                        .hasStackTraceContaining("the archive is full");
            }
            service.call("direct:invoices", Replies.DOCUMENT);

            assertThat(service.server().getAllServeEvents()).hasSize(1);
            assertThat(billed).containsExactly(true, false, false, false);
            assertThat(rows.queryForList("SELECT TOTAL FROM INVOICE", String.class))
                    .containsExactly("12.50");
        } finally {
            service.context().stop();
            database.dispose();
        }
    }
}

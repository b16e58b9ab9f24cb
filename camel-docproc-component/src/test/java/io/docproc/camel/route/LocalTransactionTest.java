/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes with a local JMS transaction, whose exchanges are not marked as transacted. */
@Timeout(60)
class LocalTransactionTest {
    private static final String WARNING = "starts with a local transaction";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private CapturedLog log;
    private BrokerService broker;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new BrokerService();
        broker.setBrokerName("local-transaction");
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.start();
        ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory("vm://local-transaction?create=false");
        connections.getRedeliveryPolicy().setMaximumRedeliveries(0);
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections);
        service.context().addComponent("jms", jms);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        log = new CapturedLog();
    }

    @AfterEach
    void stopBroker() throws Exception {
        log.close();
        service.context().stop();
        broker.stop();
    }

    private void route(String call) throws Exception {
        service.route(routes -> routes.from("jms:in?transacted=true")
                .routeId("transacted")
                .setHeader("CamelDocprocSchema", routes.constant(Replies.SCHEMA))
                .setBody(routes.constant(Replies.DOCUMENT))
                .to(call)
                .setBody(routes.constant("extracted"))
                .to("jms:out?transacted=true")
                .throwException(new IllegalStateException("on purpose")));
    }

    private void send(int documents) {
        for (int document = 0; document < documents; document++) {
            service.context().createProducerTemplate().sendBody("jms:in", "document");
        }
        await().until(() -> messages("ActiveMQ.DLQ") == documents);
    }

    private long messages(String queue) throws Exception {
        return broker.getDestination(new ActiveMQQueue(queue))
                .getDestinationStatistics()
                .getMessages()
                .getCount();
    }

    private int warnings() {
        return log.text().split(WARNING, -1).length - 1;
    }

    @Test
    @CoversFault(68)
    void anAsynchronousCallInATransactionLogsOneWarning() throws Exception {
        route("docproc:extract");
        send(3);

        assertThat(messages("out"))
                .as("messages sent outside of the transaction")
                .isEqualTo(3);
        assertThat(warnings()).isEqualTo(1);
        assertThat(log.text())
                .contains("Route transacted starts with a local transaction")
                .contains("Set synchronous=true");
    }

    @Test
    void aRouteWithoutATransactionLogsNoWarning() throws Exception {
        service.route(routes -> routes.from("jms:in")
                .setHeader("CamelDocprocSchema", routes.constant(Replies.SCHEMA))
                .setBody(routes.constant(Replies.DOCUMENT))
                .to("docproc:extract")
                .setBody(routes.constant("extracted"))
                .to("jms:out"));
        service.context().createProducerTemplate().sendBody("jms:in", "document");

        await().until(() -> messages("out") == 1);
        assertThat(warnings()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(68)
    void aSynchronousCallStaysInItsTransaction(boolean optionOfTheComponent) throws Exception {
        service.component().getConfiguration().setSynchronous(optionOfTheComponent);
        route("docproc:extract" + (optionOfTheComponent ? "" : "?synchronous=true"));

        send(3);

        assertThat(messages("out")).isZero();
        assertThat(warnings()).isZero();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fields of an extraction, sent through a JMS broker over TCP. */
class JmsResultTest {
    private static final String FIELDS =
            "{\"total\":12.50,\"count\":3,\"paid\":null,\"items\":[{\"name\":\"红色\",\"price\":0.10}]}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private BrokerService broker;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new BrokerService();
        broker.setBrokerName("results");
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        TransportConnector connector = broker.addConnector("tcp://localhost:0");
        broker.start();
        service.context()
                .addComponent(
                        "jms",
                        JmsComponent.jmsComponentAutoAcknowledge(
                                new ActiveMQConnectionFactory(connector.getConnectUri())));
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"result\":{\"success_count\":4,"
                        + "\"extracted_schema\":" + FIELDS + "}}");
    }

    @AfterEach
    void stopBroker() throws Exception {
        service.context().stop();
        broker.stop();
    }

    private Exchange sent(String output) throws Exception {
        service.route(routes -> routes.from("direct:document")
                .to("docproc:extract?output=" + output)
                .setHeader("fieldCount", routes.header("CamelDocprocSuccessCount"))
                .to(ExchangePattern.InOnly, "jms:queue:fields"));
        return service.send("direct:document", Replies.DOCUMENT, Map.of("CamelDocprocSchema", Replies.SCHEMA));
    }

    @Test
    void theJsonOfTheFieldsIsReceivedUnchanged() throws Exception {
        assertThat(sent("json").getException()).isNull();

        Exchange received = service.context().createConsumerTemplate().receive("jms:queue:fields", 30_000);

        assertThat(new String(received.getMessage().getBody(byte[].class), StandardCharsets.UTF_8))
                .isEqualTo(FIELDS);
        assertThat(received.getMessage().getHeader("fieldCount")).isEqualTo(4);
        assertThat(received.getMessage().getHeaders()).doesNotContainKey("CamelDocprocSuccessCount");
    }

    @Test
    void theMapOfTheFieldsIsRejectedByJms() throws Exception {
        assertThat(sent("fields").getException()).hasStackTraceContaining("MapMessage");
    }
}

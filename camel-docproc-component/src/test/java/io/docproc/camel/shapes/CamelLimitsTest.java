/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

/** Limits of Camel itself, which explain the gaps in the table of {@link Shape}. */
class CamelLimitsTest {
    /** {@link ShapeOperation.Result#STREAMS} in {@link Shape#JMS_REQUEST_REPLY}. */
    @Test
    void camelJmsCannotReplyWithAListOfStreams() throws Exception {
        Object body = List.of(new ByteArrayInputStream(new byte[10]));
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addComponent(
                    "jms",
                    JmsComponent.jmsComponentAutoAcknowledge(
                            new ActiveMQConnectionFactory("vm://limits?broker.persistent=false&broker.useJmx=false")));
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("jms:queue:call")
                            .process(exchange -> exchange.getMessage().setBody(body));
                }
            });
            context.start();
            var template = context.createProducerTemplate();

            assertThatThrownBy(() -> template.requestBody("jms:queue:call?requestTimeout=1000", "document"))
                    .isInstanceOf(CamelExecutionException.class);
        }
    }
}

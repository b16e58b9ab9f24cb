/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSSecurityException;
import java.nio.file.Path;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jms.core.JmsTemplate;

class MessageBrokerTest {
    @TempDir
    private Path folder;

    @Test
    void claimsAreThereAfterARestart() throws Exception {
        MachinesSettings.Broker anyPort = new MachinesSettings.Broker("tcp://127.0.0.1:0", "", "");
        try (MessageBroker broker = MessageBroker.start(anyPort, folder)) {
            new JmsTemplate(new ActiveMQConnectionFactory(broker.url())).convertAndSend("claims", "a claim");
        }

        try (MessageBroker broker = MessageBroker.start(anyPort, folder)) {
            assertThat(broker.messages("claims")).isEqualTo(1);
        }
    }

    @Test
    void aBrokerThatOthersCanReachWantsAUser() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageBroker.start(new MachinesSettings.Broker("tcp://0.0.0.0:0", "", ""), folder))
                .withMessageContaining("DOCPROC_BROKER_USER");
    }

    @Test
    void onlyTheUserCanConnect() throws Exception {
        try (MessageBroker broker =
                MessageBroker.start(new MachinesSettings.Broker("tcp://127.0.0.1:0", "docproc", "secret"), folder)) {
            String url = broker.url();

            assertThatThrownBy(() -> connect(new ActiveMQConnectionFactory(url)))
                    .isInstanceOf(JMSSecurityException.class);
            assertThatThrownBy(() -> connect(new ActiveMQConnectionFactory("docproc", "wrong", url)))
                    .isInstanceOf(JMSSecurityException.class);
            assertThatCode(() -> connect(new ActiveMQConnectionFactory("docproc", "secret", url)))
                    .doesNotThrowAnyException();
        }
    }

    private static void connect(ActiveMQConnectionFactory connections) throws Exception {
        try (var connection = connections.createConnection()) {
            connection.start();
        }
    }
}

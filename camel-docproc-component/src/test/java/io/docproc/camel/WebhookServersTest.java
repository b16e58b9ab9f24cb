/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.spi.RestConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The consumer on other HTTP servers than the default one. */
class WebhookServersTest {
    private static final String STRANGE_ID = "scans/März & Co. 100%+?=#.pdf";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Object> correlationIds = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"undertow", "jetty", "netty-http"})
    void callbacksAreTakenOnTheServerThatIsNamed(String name) throws Exception {
        RestConfiguration configuration = new RestConfiguration();
        configuration.setComponent(name);
        configuration.setHost("localhost");
        configuration.setPort(FreePort.next());
        server.context().setRestConfiguration(configuration);
        server.run(
                "docproc:webhook?maxEventSize=200&webhookComponentName=" + name,
                exchange -> correlationIds.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));
        URI address = URI.create("http://localhost:" + configuration.getPort() + CallbackServer.PATH);
        URI signed = CallbackServer.signed(address, STRANGE_ID);

        HttpResponse<String> accepted = server.post(signed, completed("job-1"));
        assertThat(accepted.statusCode()).isEqualTo(200);
        assertThat(accepted.body()).isEqualTo("{\"status\":\"accepted\"}");
        assertThat(correlationIds).containsExactly(STRANGE_ID);
        assertThat(server.post(signed, completed("job-1")).statusCode()).isEqualTo(200);
        assertThat(server.post(address, completed("job-2")).statusCode()).isEqualTo(401);
        assertThat(server.post(URI.create(signed.toString().replace("scans", "scanz")), completed("job-2"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.post(signed, " ".repeat(200) + completed("job-2")).statusCode())
                .isEqualTo(413);
        assertThat(server.post(signed, "[]").statusCode()).isEqualTo(400);
        assertThat(server.send(CallbackServer.json(signed).GET()).statusCode()).isEqualTo(405);
        assertThat(server.send(CallbackServer.json(signed)
                                .setHeader("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString(completed("job-2"))))
                        .statusCode())
                .isEqualTo(415);
        assertThat(correlationIds).hasSize(1);
    }

    @Test
    void aComponentThatIsNoServerIsRefusedByItsName() {
        assertThatThrownBy(() -> server.run("docproc:webhook?webhookComponentName=seda", exchange -> {}))
                .hasMessageContaining("seda")
                .hasMessageContaining("webhookComponentName");
    }
}

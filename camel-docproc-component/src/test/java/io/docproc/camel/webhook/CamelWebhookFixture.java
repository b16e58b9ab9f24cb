/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callback server whose route starts with {@code webhook:docproc:webhook}, and the double of the service. */
abstract class CamelWebhookFixture {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    final CopyOnWriteArrayList<String> deliveries = new CopyOnWriteArrayList<>();

    @BeforeEach
    void useTheService() {
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        server.component().getConfiguration().setPublicUrl(null);
        service.server()
                .stubFor(post(urlEqualTo("/api/v1/xparse/parse/async"))
                        .willReturn(okJson("{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"job-1\"}}")));
    }

    /** Runs a route that starts with {@code webhook:docproc:webhook}. */
    void run(String options) throws Exception {
        server.run(camelWebhook() + options, this::record);
    }

    String camelWebhook() {
        return "webhook:docproc:webhook?webhookComponentName=platform-http&webhookBasePath=/hooks&webhookPath=/parsed"
                + "&webhookExternalUrl="
                + server.address().resolve("/").toString().replaceAll("/$", "");
    }

    void record(Exchange exchange) {
        deliveries.add(exchange.getMessage().getHeader("CamelDocprocJobId") + " "
                + exchange.getMessage().getHeader("CamelDocprocCorrelationId"));
    }

    URI signed() {
        return CallbackServer.signed(server.address().resolve("/hooks/parsed"), "a.pdf");
    }

    static String completedAt(String resultUrl) {
        return "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}";
    }
}

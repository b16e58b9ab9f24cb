/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The generated builders of endpoints and a component set up in Java, as the documentation shows them. */
final class DocumentedBuildersTest {
    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, 1, 2, 3};

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    @TempDir
    private Path directory;

    private CamelContext context;
    private Path outbox;
    private Path document;

    @BeforeEach
    void setUp() throws Exception {
        outbox = directory.resolve("outbox");
        document = Files.writeString(directory.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        Properties properties = new Properties();
        properties.setProperty("outbox", outbox.toString());
        properties.setProperty("invoices.baseUrl", service.server().baseUrl());
        properties.setProperty("invoices.appId", "invoices-app");
        properties.setProperty("invoices.secretCode", "invoices-secret");
        context = application.context();
        context.getPropertiesComponent().setOverrideProperties(properties);
        application.component().getConfiguration().setBaseUrl(service.server().baseUrl());
    }

    @Test
    void theEndpointBuilderSetsOptionsAndHeaders() throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[{\"position\":"
                + "[1,2,3,4,5,6,7,8],\"image\":\"" + Base64.getEncoder().encodeToString(JPEG) + "\"}]}}");
        start();

        Exchange exchange = send("direct:photo");

        assertThat(service.onlyRequest().getUrl()).contains("enhance_mode=5", "correct_direction=1", "jpeg_quality=85");
        assertThat(exchange.getVariable("corners")).isEqualTo("1,2,3,4,5,6,7,8");
        assertThat(outbox.resolve("invoice.pdf.jpg")).hasBinaryContent(JPEG);
    }

    @Test
    void theEndpointBuilderSetsOptionsWithAPrefix() throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\"}}");
        start();

        send("direct:document");

        assertThat(service.onlyRequest().getBodyAsString()).contains("\"new_key\":1", "\"table_view\":\"markdown\"");
    }

    @Test
    void theEndpointBuilderSetsConsumerOptions() throws Exception {
        service.server().stubFor(get(urlEqualTo("/results/j-1")).willReturn(okJson("{\"markdown\":\"# Invoice\"}")));
        start();

        application.post(
                application.signed("order-4711"),
                "{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\""
                        + service.server().baseUrl() + "/results/j-1\"}");

        Path result = outbox.resolve("order-4711.json");
        await().until(() -> Files.exists(result));
        assertThat(result).hasContent("{\"markdown\":\"# Invoice\"}");
    }

    @Test
    void aComponentCreatedInJavaHasItsOwnAccount() {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":1}}");
        DocumentedComponent.register(context);
        context.start();

        context.createProducerTemplate().requestBody("invoices:balance", "");

        Request request = service.onlyRequest();
        assertThat(Map.of("id", request.getHeader("x-ti-app-id"), "secret", request.getHeader("x-ti-secret-code")))
                .isEqualTo(Map.of("id", "invoices-app", "secret", "invoices-secret"));
        assertThat(context.getComponent("invoices", DocprocComponent.class).getRequestsPerSecond())
                .isEqualTo(5);
    }

    private void start() throws Exception {
        context.addRoutes(new DocumentedEndpointDsl());
        context.start();
    }

    private Exchange send(String uri) {
        Exchange exchange = context.createProducerTemplate().request(uri, message -> {
            message.getMessage().setBody(document.toFile());
            message.getMessage().setHeader(Exchange.FILE_NAME, "invoice.pdf");
        });
        assertThat(exchange.getException()).isNull();
        return exchange;
    }
}

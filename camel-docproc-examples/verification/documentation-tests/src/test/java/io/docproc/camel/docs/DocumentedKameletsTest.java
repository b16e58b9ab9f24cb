/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the Kamelets in the routes of the documentation. */
final class DocumentedKameletsTest {
    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, 1, 2, 3};
    private static final String CROPPED =
            "{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[{\"image\":\""
                    + Base64.getEncoder().encodeToString(JPEG) + "\"}]}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    @TempDir
    private Path directory;

    private final Properties properties = new Properties();
    private CamelContext context;
    private Path outbox;
    private Path document;

    @BeforeEach
    void setUp() throws Exception {
        outbox = directory.resolve("outbox");
        document = Files.writeString(directory.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        properties.setProperty("outbox", outbox.toString());
        context = application.context();
        context.getPropertiesComponent().setOverrideProperties(properties);
        application.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        application.component().setJobRepository(new MemoryJobRepository());
        properties.setProperty("interval", "50ms");
    }

    @Test
    void theCropKameletUsesTheAccountOfTheComponent() throws Exception {
        service.respondWith(CROPPED);
        run("kamelets.yaml");

        send("direct:photo");

        assertThat(outbox.resolve("page.jpg")).hasBinaryContent(JPEG);
        assertThat(service.onlyRequest().getUrl()).endsWith("?enhance_mode=5&correct_direction=1");
        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(ServiceDouble.SECRET_CODE);
    }

    @Test
    void aSpooledPageReachesTheRouteAfterTheKamelet() throws Exception {
        byte[] large = new byte[1_000_000];
        new Random(7).nextBytes(large);
        System.arraycopy(JPEG, 0, large, 0, JPEG.length);
        service.respondWith("{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[{\"image\":\""
                + Base64.getEncoder().encodeToString(large) + "\"}]}}");
        run("kamelets.yaml");
        Files.createDirectory(directory.resolve("inbox"));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + directory.resolve("inbox"))
                        .to("kamelet:docproc-crop-action")
                        .to("file:" + outbox);
            }
        });

        Files.copy(document, directory.resolve("inbox/large.pdf"));

        await().untilAsserted(() -> assertThat(outbox.resolve("large.pdf")).hasBinaryContent(large));
    }

    @Test
    void theExtractKameletReturnsJson() throws Exception {
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"status\":\"finished\",\"result\":{\"success_count\":1,"
                        + "\"extracted_schema\":{\"invoice_number\":\"INV-7\"}}}");
        run("kamelets.yaml");

        send("direct:invoice");

        assertThat(outbox.resolve("fields.json")).hasContent("{\"invoice_number\":\"INV-7\"}");
        assertThat(service.onlyRequest().getBodyAsString()).contains("Number of the invoice");
    }

    @Test
    void theParseSyncKameletReturnsTheParsedDocument() throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"markdown\":\"# A\"}}");
        run("kamelets.yaml");

        send("direct:parsed");

        assertThat(outbox.resolve("parsed.json")).hasContent("{\"markdown\":\"# A\"}");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/sync");
        assertThat(service.onlyRequest().getBodyAsString()).contains("{\"capabilities\":{\"title_tree\":true}}");
    }

    @Test
    void aJobIsSubmittedAndItsResultIsPolled() throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\"}}");
        service.server()
                .stubFor(get(urlEqualTo("/api/v1/xparse/parse/async/j-1"))
                        .willReturn(okJson("{\"code\":200,\"data\":" + completed() + "}")));
        service.server().stubFor(get(urlEqualTo("/results/j-1")).willReturn(okJson("{\"markdown\":\"# A\"}")));
        run("kamelets.yaml");

        Exchange exchange = send("direct:document");

        assertThat(exchange.getMessage().getHeader("CamelDocprocJobId")).isEqualTo("j-1");
        Path result = outbox.resolve("invoice.pdf.json");
        await().untilAsserted(() -> assertThat(result).hasContent("{\"markdown\":\"# A\"}"));
    }

    @Test
    void aCallbackWhoseRouteFailsGets500() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("kamelet:docproc-webhook-source").throwException(new IllegalStateException("disk full"));
            }
        });
        context.start();

        assertThat(sendCallback("invoice.pdf")).isEqualTo(500);
    }

    @Test
    void theWebhookKameletReceivesTheResult() throws Exception {
        service.server().stubFor(get(urlEqualTo("/results/j-1")).willReturn(okJson("{\"markdown\":\"# A\"}")));
        run("kamelet-results.yaml");

        assertThat(sendCallback("invoice.pdf")).isEqualTo(200);
        assertThat(outbox.resolve("invoice.pdf.json")).hasContent("{\"markdown\":\"# A\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "balance, {\"balance\":1},/user/finance/balance",
        "call?servicePath=/ai/service/v1/pdf_to_markdown, {\"balance\":1},/ai/service/v1/pdf_to_markdown"
    })
    void theOtherActionsReturnJson(String call, String data, String path) throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":" + data + "}");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").to("kamelet:docproc-" + call.replaceFirst("\\w+", "$0-action"));
            }
        });
        context.start();

        assertThat(send("direct:call").getMessage().getBody(String.class)).startsWith(data.replace("}", ""));
        assertThat(service.onlyRequest().getUrl()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with+plus/slash==", "with&amp%20and#", "{curly}"})
    void aKameletCanHaveItsOwnAccount(String secretCode) throws Exception {
        service.respondWith(CROPPED);
        Map<String, String> account =
                Map.of("baseUrl", service.server().baseUrl(), "appId", "photos-app", "secretCode", secretCode);
        application.component().getConfiguration().setBaseUrl("http://localhost:9");
        documentedAccount().forEach(key -> properties.setProperty(key, account.get(key.replaceFirst(".*\\.", ""))));
        run("kamelets.yaml");

        Exchange exchange = send("direct:photo");

        assertThat(service.onlyRequest().getHeader("x-ti-app-id")).isEqualTo("photos-app");
        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(secretCode);
        assertThat(context.getEndpoints())
                .extracting(Endpoint::getEndpointUri)
                .noneMatch(uri -> uri.contains(secretCode));
        assertThat(exchange.getAllProperties().toString()).doesNotContain(secretCode);
    }

    @Test
    void aPropertyThatIsNotSetHasNoValueOfTheApplicationOrTheEnvironment() throws Exception {
        List.of("config", "output", "pages", "webhook", "fileUrl", "operation", "appId", "pdfPassword")
                .forEach(name -> properties.setProperty(name, "of-the-application"));
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"markdown\":\"# A\"}}");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:parse").to("kamelet:docproc-parse-sync-action");
                from("kamelet:docproc-webhook-source").to("mock:completions");
            }
        });
        context.start();

        assertThat(send("direct:parse").getMessage().getBody(String.class)).isEqualTo("{\"markdown\":\"# A\"}");

        assertThat(service.onlyRequest().getParts())
                .extracting(Request.Part::getName)
                .containsExactly("file");
        assertThat(service.onlyRequest().getHeader("x-ti-app-id")).isEqualTo(ServiceDouble.APP_ID);
        assertThat(System.getenv("PATH")).isNotBlank();
        assertThat(context.getEndpoints())
                .extracting(Endpoint::getEndpointUri)
                .noneMatch(uri -> uri.contains("path="))
                .noneMatch(uri -> uri.contains("of-the-application"));
    }

    @Test
    void aMissingCredentialIsNamed() {
        application.component().getConfiguration().setSecretCode(null);

        assertThatThrownBy(() -> run("kamelets.yaml")).hasStackTraceContaining("Option secretCode is required");
    }

    @Test
    void anInvalidPropertyIsRejectedWhenTheRouteIsBuilt() {
        assertThatThrownBy(() -> {
                    context.addRoutes(new RouteBuilder() {
                        @Override
                        public void configure() {
                            from("direct:photo").to("kamelet:docproc-crop-action?enhanceMode=7");
                        }
                    });
                    context.start();
                })
                .hasStackTraceContaining("enhanceMode")
                .hasStackTraceContaining("'7'");
    }

    private static Set<String> documentedAccount() throws IOException {
        Properties documentedProperties = new Properties();
        try (InputStream file = DocumentedKameletsTest.class.getResourceAsStream("/docs/kamelets.properties")) {
            documentedProperties.load(file);
        }
        return documentedProperties.stringPropertyNames();
    }

    private void run(String routes) throws Exception {
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(PluginHelper.getResourceLoader(context).resolveResource("classpath:docs/" + routes));
        context.start();
    }

    private int sendCallback(String correlationId) throws Exception {
        return application.post(application.signed(correlationId), completed()).statusCode();
    }

    private String completed() {
        return "{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\""
                + service.server().baseUrl() + "/results/j-1\"}";
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

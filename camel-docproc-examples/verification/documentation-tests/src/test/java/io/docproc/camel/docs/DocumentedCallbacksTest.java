/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs the routes of the documentation of callbacks. */
final class DocumentedCallbacksTest {

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void setUp() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("inbox", directory.resolve("inbox").toString());
        properties.setProperty("outbox", directory.resolve("outbox").toString());
        properties.setProperty("interval", "20");
        CamelContext context = application.context();
        context.getPropertiesComponent().setOverrideProperties(properties);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:archive").to("mock:archive");
            }
        });
        application.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        application.component().setJobRepository(new MemoryJobRepository());
        service.server()
                .stubFor(post(urlEqualTo("/api/v1/xparse/parse/async"))
                        .willReturn(okJson("{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\"}}")));
        service.server().stubFor(get(urlEqualTo("/results/j-1")).willReturn(okJson("{\"markdown\":\"# Invoice\"}")));
    }

    @ParameterizedTest
    @EachDsl
    void aCallbackWritesTheResultOfASubmittedDocument(Dsl dsl) throws Exception {
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Files.writeString(inbox.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        run(dsl, "background", new DocumentedCallbacks.Background());
        await().until(() -> Files.exists(inbox.resolve("submitted/invoice.pdf")));

        String result = service.server().baseUrl() + "/results/j-1";
        String completed = "{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\"" + result + "\"}";
        HttpResponse<String> response = application.post(callbackUrl(), completed);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(directory.resolve("outbox/invoice.pdf.json")).hasContent("{\"markdown\":\"# Invoice\"}");

        String failed = "{\"job_id\":\"j-2\",\"status\":\"failed\",\"message\":\"page 3 cannot be read\"}";
        application.post(application.signed("order.pdf"), failed);

        assertThat(directory.resolve("outbox/failed/order.pdf.json")).content().contains("page 3 cannot be read");
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentStaysInTheInboxAfterAnAccountError(Dsl dsl) throws Exception {
        service.server()
                .stubFor(post(urlEqualTo("/api/v1/xparse/parse/async"))
                        .willReturn(okJson("{\"code\":40003,\"message\":\"insufficient balance\"}")));
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Path document = Files.writeString(inbox.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        run(dsl, "background", new DocumentedCallbacks.Background());

        await().until(() -> service.server().getAllServeEvents().size() > 1);

        assertThat(document).exists();
        assertThat(inbox.resolve("failed")).doesNotExist();
    }

    @ParameterizedTest
    @EachDsl
    void aRejectedDocumentMovesToFailed(Dsl dsl) throws Exception {
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Files.createFile(inbox.resolve("empty.pdf"));
        run(dsl, "background", new DocumentedCallbacks.Background());

        await().until(() -> Files.exists(inbox.resolve("failed/empty.pdf")));

        assertThat(service.server().getAllServeEvents()).isEmpty();
    }

    @ParameterizedTest
    @EachDsl
    void aSubmissionWhoseResponseIsLostIsNotRetried(Dsl dsl) throws Exception {
        service.server()
                .stubFor(post(urlEqualTo("/api/v1/xparse/parse/async"))
                        .willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE)));
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Files.writeString(inbox.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        run(dsl, "background", new DocumentedCallbacks.Background());

        await().until(() -> Files.exists(inbox.resolve("failed/invoice.pdf")));

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void completionsArePolledWithoutACallbackUrl(Dsl dsl) throws Exception {
        application.component().getConfiguration().setPublicUrl(null);
        String result = service.server().baseUrl() + "/results/j-1";
        service.server()
                .stubFor(get(urlEqualTo("/api/v1/xparse/parse/async/j-1"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"completed\","
                                + "\"result_url\":\"" + result + "\"}}")));
        run(dsl, "completions", new DocumentedCallbacks.Completions());

        application.context().createProducerTemplate().send("direct:submit", exchange -> {
            exchange.getMessage().setBody("%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII));
            exchange.getMessage().setHeader(Exchange.FILE_NAME, "invoice.pdf");
        });

        MockEndpoint archive = application.context().getEndpoint("mock:archive", MockEndpoint.class);
        await().untilAsserted(() -> assertThat(archive.getReceivedExchanges()).hasSize(1));
        assertThat(archivedIds()).containsExactly("invoice.pdf");
        assertThat(archive.getReceivedExchanges().get(0).getMessage().getBody(String.class))
                .isEqualTo("{\"markdown\":\"# Invoice\"}");
    }

    @Test
    void aReverseProxyMayChangeTheOriginAndThePathOfACallback() throws Exception {
        application.component().getConfiguration().setPublicUrl("https://hooks.example.com/documents");
        application.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("docproc:webhook").to("direct:archive");
            }
        });
        application.context().start();

        submit();
        URI registered = callbackUrl();
        URI forwarded = URI.create(application.address() + "?" + registered.getRawQuery());

        assertThat(registered.toString()).startsWith("https://hooks.example.com/documents" + CallbackServer.PATH + "?");
        assertThat(application.post(forwarded, CallbackServer.completed("j-1")).statusCode())
                .isEqualTo(200);
        assertThat(archivedIds()).containsExactly("invoice.pdf");
    }

    @Test
    void aJobRepositoryRecognizesACompletedJob() throws Exception {
        application.component().setJobRepository(new JdbcJobRepository(MemoryDatabase.create()));
        application.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("docproc:webhook").to("direct:archive");
            }
        });
        application.context().start();

        submit();
        application.post(callbackUrl(), CallbackServer.completed("j-1"));
        application.post(callbackUrl(), CallbackServer.completed("j-1"));

        assertThat(archivedIds()).hasSize(1);
    }

    @Test
    void theCallbackSignerCreatesCallbacksForTests() throws Exception {
        run(Dsl.YAML, "background", new DocumentedCallbacks.Background());
        String secret = CallbackServer.SECRET;
        URI address = application.address();

        // tag::signer[]
        CallbackSigner signer = new CallbackSigner(secret, Clock.systemUTC());
        HttpRequest callback = HttpRequest.newBuilder(signer.sign(address, "order.pdf", Duration.ofMinutes(5)))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"job_id\": \"job-1\", \"status\": \"failed\", \"message\": \"page 3 cannot be read\"}"))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(callback, HttpResponse.BodyHandlers.ofString());
        // end::signer[]

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(directory.resolve("outbox/failed/order.pdf.json")).exists();
    }

    private void run(Dsl dsl, String name, RoutesBuilder java) throws Exception {
        dsl.load(application.context(), name, java);
        application.context().start();
    }

    private void submit() {
        application
                .context()
                .createProducerTemplate()
                .requestBodyAndHeader(
                        "docproc:parseAsync",
                        "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.UTF_8),
                        "CamelFileName",
                        "invoice.pdf");
    }

    /** Returns the callback URL in the form that the service received. */
    private URI callbackUrl() {
        return RegisteredCallback.in(service.onlyRequest().getBodyAsString());
    }

    private List<Object> archivedIds() {
        return application.context().getEndpoint("mock:archive", MockEndpoint.class).getExchanges().stream()
                .map(exchange -> exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                .toList();
    }
}

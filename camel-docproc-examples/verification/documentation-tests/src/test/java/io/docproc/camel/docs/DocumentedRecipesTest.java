/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.Exchange;
import org.apache.camel.attachment.AttachmentMessage;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the recipes of the documentation. */
final class DocumentedRecipesTest extends DocumentedRoutesFixture {
    private static final String BULK = "/pages/_bulk";

    @TempDir
    private Path inbox;

    @BeforeEach
    void setUp() throws Exception {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "outbox",
                outbox().toString(),
                "invoices",
                "file:" + inbox + "?initialDelay=0",
                "mailbox",
                "direct:mail",
                "openSearch",
                service.server().baseUrl()));
        service.context().getPropertiesComponent().setOverrideProperties(properties);
        extracted("{\"invoice_number\":\"INV-7\",\"total\":1250.10}");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:alert").to("mock:alerts");
            }
        });
    }

    private void extracted(String fields) {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":" + fields + "}}"));
    }

    private Exchange send(String uri) throws Exception {
        return send(Dsl.YAML, "recipes", new DocumentedRoutes(), uri, invoice().toFile());
    }

    @Test
    void eachItemOfEachDocumentBecomesALineOfOneFile() throws Exception {
        extracted(
                "{\"invoice_number\":\"INV \\\"7\\\"\",\"items\":[{\"name\":\"Pipe 3\\\", black\",\"amount\":1250.10},"
                        + "{\"name\":null,\"amount\":null}]}");
        Files.write(inbox.resolve("a.pdf"), Replies.DOCUMENT);
        Files.write(inbox.resolve("b.pdf"), Replies.DOCUMENT);
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        Path csv = outbox().resolve("invoices.csv");
        // The consumer reads the files in the order of the file system.
        await().until(() -> Files.exists(inbox.resolve(".camel/a.pdf")) && Files.exists(inbox.resolve(".camel/b.pdf")));

        String pipe = "\"INV \"\"7\"\"\",\"Pipe 3\"\", black\",1250.10";
        String missing = "\"INV \"\"7\"\"\",\"\",";
        assertThat(Files.readAllLines(csv)).containsExactlyInAnyOrder(pipe, missing, pipe, missing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]"})
    void aDocumentWithoutItemsHasNoLine(String items) throws Exception {
        extracted("{\"invoice_number\":\"INV-7\",\"items\":" + items + "}");
        Files.write(inbox.resolve("a.pdf"), Replies.DOCUMENT);
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        await().until(() -> Files.exists(inbox.resolve(".camel/a.pdf")));

        assertThat(outbox().resolve("invoices.csv")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,true"})
    void thePagesAreOneRequestOfTheBulkApi(boolean errors, boolean fails) throws Exception {
        String parsed = DocumentedResults.response("parse").replaceFirst("(\"Total\", \"page_number\": )1", "$12");
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, parsed));
        service.server().stubFor(Stubs.ok(BULK, "{\"errors\":" + errors + "}"));

        Exchange exchange = send("direct:pagesToOpenSearch");

        assertThat(exchange.isFailed()).isEqualTo(fails);
        service.server()
                .verify(
                        postRequestedFor(urlPathEqualTo(BULK))
                                .withHeader("Content-Type", WireMock.equalTo("application/x-ndjson"))
                                .withRequestBody(
                                        WireMock.equalTo(
                                                """
                                {"index":{"_id":"invoice.pdf-1"}}
                                {"page_number":1,"markdown":"# INVOICE"}
                                {"index":{"_id":"invoice.pdf-2"}}
                                {"page_number":2,"markdown":"Total"}
                                """)));
    }

    @Test
    void eachPageIsExtractedUntilThereIsNone() throws Exception {
        service.server()
                .stubFor(WireMock.post(Replies.EXTRACT_PATH)
                        .withRequestBody(WireMock.containing("\"page_start\":3"))
                        .willReturn(WireMock.okJson("{\"code\":40424,\"message\":\"page number out of range\"}")));

        assertThat(send("direct:fieldsOfEachPage").getException()).isNull();

        assertThat(outbox().toFile().list()).containsExactlyInAnyOrder("invoice.pdf-1.json", "invoice.pdf-2.json");
        assertThat(service.server().getAllServeEvents()).hasSize(3);
    }

    @Test
    void anotherFailureOfAPageFailsTheDocument() throws Exception {
        service.respondWith("{\"code\":40424,\"message\":\"page number out of range\"}");

        assertThat(send("direct:fieldsOfEachPage").getException()).isNotNull();
    }

    @Test
    void eachPageRangeIsParsedAndAppendedToOneFile() throws Exception {
        for (String range : List.of("1-100", "101-150")) {
            service.server()
                    .stubFor(WireMock.post(Replies.PARSE_PATH)
                            .withRequestBody(WireMock.containing("\"page_range\":\"" + range + "\""))
                            .willReturn(WireMock.okJson("{\"code\":200,\"data\":{\"markdown\":\"" + range + "\"}}")));
        }
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        service.call(
                "direct:parsePageRanges",
                invoice().toFile(),
                Map.of(Exchange.FILE_NAME, "invoice.pdf", "ranges", "1-100,101-150"));

        assertThat(outbox().resolve("invoice.pdf.md")).hasContent("1-100\n101-150\n");
    }

    @ParameterizedTest
    @CsvSource({"invoice,Amount to pay", "letter,title"})
    void aMessageSelectsItsSchema(String type, String content) throws Exception {
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        service.call("direct:schemaPerMessage", Replies.DOCUMENT, Map.of("documentType", type));

        assertThat(service.onlyRequest().getBodyAsString()).contains(content);
    }

    @Test
    void eachAttachmentOfAMailIsExtracted() throws Exception {
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        assertThat(mail().getException()).isNull();

        assertThat(outbox().toFile().list()).containsExactlyInAnyOrder("a.pdf.json", "b.pdf.json");
    }

    @Test
    void anAttachmentOfAnotherTypeIsNotSent() throws Exception {
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        mail("logo.png", "image/png", "scan", "Application/PDF; name=scan");
        mail("pdf.txt", "text/plain", "SCAN.PDF", "application/octet-stream");

        assertThat(outbox().toFile().list()).containsExactlyInAnyOrder("scan.json", "SCAN.PDF.json");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @Test
    void anAttachmentThatFailsFailsTheMailAfterTheOthersAreStored() throws Exception {
        damaged("a.pdf");
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        assertThat(mail().getException()).isInstanceOf(DocprocDocumentException.class);

        assertThat(outbox().toFile().list()).containsExactly("b.pdf.json");
    }

    @ParameterizedTest
    @CsvSource({"false,4", "true,3"})
    void aMailThatIsReadAgainIsBilledAgainUnlessTheResultIsStored(boolean stored, int calls) throws Exception {
        if (stored) {
            Replies.configure(
                    service,
                    docproc -> docproc.setResultRepository(new FileResultRepository(inbox.resolve("results"))));
        }
        damaged("a.pdf");
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        mail();
        mail();

        assertThat(service.server().getAllServeEvents()).hasSize(calls);
    }

    private void damaged(String name) {
        service.server()
                .stubFor(WireMock.post(Replies.EXTRACT_PATH)
                        .withRequestBody(WireMock.containing(name))
                        .willReturn(WireMock.okJson("{\"code\":40422,\"message\":\"file is corrupted\"}")));
    }

    private Exchange mail() {
        String unknown = "application/octet-stream";
        return mail("a.pdf", unknown, "b.pdf", unknown);
    }

    /** Sends a mail whose attachments have these names and content types. */
    private Exchange mail(String name, String type, String otherName, String otherType) {
        return service.context().createProducerTemplate().request("direct:mail", exchange -> {
            AttachmentMessage message = exchange.getMessage(AttachmentMessage.class);
            attach(message, name, type);
            attach(message, otherName, otherType);
        });
    }

    private void attach(AttachmentMessage message, String name, String type) throws IOException {
        Path file = Files.write(
                Files.createDirectories(inbox.resolve("mail")).resolve(name), ("%PDF-1.7 " + name).getBytes(UTF_8));
        message.addAttachment(name, new DataHandler(new FileDataSource(file.toFile()) {
            @Override
            public String getContentType() {
                return type;
            }
        }));
    }

    @ParameterizedTest
    @CsvSource({"100,true", "99.99,false"})
    void anAgentGetsFieldsWhileTheBalanceIsAboveAnAmount(String balance, boolean extracts) throws Exception {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.BALANCE_PATH, "{\"code\":200,\"data\":{\"available_balance\":" + balance + "}}"));

        Exchange exchange = send("direct:fieldsForAgent");

        assertThat(exchange.isFailed()).isNotEqualTo(extracts);
        assertThat(service.server().findAll(postRequestedFor(urlPathEqualTo(Replies.EXTRACT_PATH))))
                .hasSize(extracts ? 1 : 0);
        if (extracts) {
            assertThat(exchange.getMessage().getBody(String.class)).contains("INV-7");
        }
    }

    @Test
    void aDateAndAnEnumerationAreExtracted() throws Exception {
        extracted("{\"date\":\"2026-10-22\",\"currency\":\"EUR\",\"total\":12.50}");

        assertThat(send("direct:outputClass").getException()).isNull();
        assertThat(outbox().resolve("2026-10-22 12.50 EUR.json"))
                .hasContent("{\"date\":\"2026-10-22\",\"currency\":\"EUR\",\"total\":12.50}");
        assertThat(service.onlyRequest().getBodyAsString()).contains("Day of the purchase", "\"USD\"");
    }

    @ParameterizedTest
    @CsvSource({"1250.09,1", "1250.10,0", "1250.1,0", "999,1", "2000,0"})
    void amountsAreComparedWithTheirFraction(String orderTotal, int alerts) throws Exception {
        Dsl.YAML.load(service.context(), "recipes", new DocumentedRoutes());

        service.call("direct:compareAmounts", Replies.DOCUMENT, Map.of("orderTotal", orderTotal));

        assertThat(service.context()
                        .getEndpoint("mock:alerts", MockEndpoint.class)
                        .getExchanges())
                .hasSize(alerts);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.error.ErrorResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the routes of the documentation. */
final class DocumentedRoutesTest extends DocumentedRoutesFixture {
    private static final String EXTRACTED =
            """
            {"code":200,"message":"success","x_request_id":"r-1","status":"finished","result":{"success_count":1,
             "extracted_schema":{"invoice_number":"INV-7","total":1250.10}}}
            """;

    @BeforeEach
    void routeAlerts() throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:alert").to("mock:alerts");
            }
        });
    }

    @ParameterizedTest
    @EachDsl
    void cropWritesTheStraightenedPageAsJpeg(Dsl dsl) throws Exception {
        byte[] jpeg = {(byte) 0xff, (byte) 0xd8, 1, 2, 3};
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[{\"angle\":90,\"image\":\""
                        + Base64.getEncoder().encodeToString(jpeg) + "\"}]}}");

        Message message = send(dsl, "crop", "direct:crop").getMessage();

        assertThat(outbox().resolve("invoice.pdf.0.jpg")).hasBinaryContent(jpeg);
        assertThat(message.getHeader("CamelDocprocAngle")).isEqualTo(90);
        assertThat(service.onlyRequest().getUrl()).contains("enhance_mode=5", "correct_direction=1");
    }

    @ParameterizedTest
    @EachDsl
    void extractWritesTheFieldsAsJsonAndBranchesOnOne(Dsl dsl) throws Exception {
        service.respondWith(EXTRACTED);

        Message message = send(dsl, "extract", "direct:extract").getMessage();

        assertThat(new ObjectMapper()
                        .readTree(outbox().resolve("invoice.pdf.json").toFile()))
                .isEqualTo(new ObjectMapper().readTree("{\"invoice_number\":\"INV-7\",\"total\":1250.10}"));
        assertThat(message.getHeader("approval")).isEqualTo("required");
        assertThat(service.onlyRequest().getBodyAsString())
                .contains("\"page_count\":3", "\"file_name\":\"invoice.pdf\"", "Amount to pay");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    @CoversFault(79)
    void extractComparesTheTotalWithItsFraction(Dsl dsl) throws Exception {
        load(dsl, "extract");
        Map<String, Boolean> expected = new LinkedHashMap<>();
        Stream.of("999.99", "0.00", "-1000.50", "999", "null", "\"\"", "\"999.99\"")
                .forEach(total -> expected.put(total, false));
        Stream.of("1000", "1000.00", "1000.50", "1001", "1E+4", "12345678901.50", "\"1000.50\"")
                .forEach(total -> expected.put(total, true));

        assertThat(decisions(expected.keySet(), total -> {
                    service.respondWith(EXTRACTED.replace("1250.10", total));
                    return service.call("direct:extract", invoice().toFile()).getHeader("approval") != null;
                }))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    @CoversFault(79)
    void balanceComparesTheAmountWithItsFraction(Dsl dsl) throws Exception {
        load(dsl, "balance");
        Map<String, Boolean> expected = new LinkedHashMap<>();
        Stream.of("99.99", "99.50", "99", "0.00", "-0.50").forEach(amount -> expected.put(amount, true));
        Stream.of("100", "100.00", "100.50", "1000.50").forEach(amount -> expected.put(amount, false));

        assertThat(decisions(expected.keySet(), amount -> {
                    service.respondWith("{\"code\":200,\"data\":{\"available_balance\":" + amount + "}}");
                    int alertsBefore = alerts().size();
                    service.call("direct:balance", null);
                    return alerts().size() > alertsBefore;
                }))
                .isEqualTo(expected);
    }

    private static Map<String, Boolean> decisions(Collection<String> amounts, Predicate<String> decision) {
        Map<String, Boolean> decisions = new LinkedHashMap<>();
        amounts.forEach(amount -> decisions.put(amount, decision.test(amount)));
        return decisions;
    }

    @ParameterizedTest
    @EachDsl
    void jsonpathReadsAFieldAndItsPosition(Dsl dsl) throws Exception {
        service.respondWith(Files.readString(Path.of("src/test/resources/docs/responses/extract.json")));

        Message message =
                send(dsl, "extract-jsonpath", "direct:extractJsonpath").getMessage();

        assertThat(message.getHeader("total")).isEqualTo(2748.0);
        assertThat(message.getHeader("page")).isEqualTo(1);
        assertThat(message.getHeader("position")).isEqualTo(List.of(501, 404, 540, 404, 540, 414, 501, 414));
    }

    @ParameterizedTest
    @EachDsl
    void parseSyncWritesTheDocumentAsJson(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\",\"markdown\":\"# A\"}}");

        Message message = send(dsl, "parse-sync", "direct:parseSync").getMessage();

        assertThat(outbox().resolve("invoice.pdf.json")).hasContent("{\"job_id\":\"j-1\",\"markdown\":\"# A\"}");
        assertThat(message.getHeader("CamelDocprocJobId")).isEqualTo("j-1");
        assertThat(service.onlyRequest().getBodyAsString())
                .contains("\"table_view\":\"markdown\"", "\"title_tree\":true", "\"page_range\":\"1-10\"");
    }

    @ParameterizedTest
    @EachDsl
    void parseAsyncReturnsTheJobId(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\"}}");

        Message message = send(dsl, "parse-async", "direct:parseAsync").getMessage();

        assertThat(message.getBody()).isEqualTo("j-1");
        assertThat(message.getHeader("CamelDocprocCorrelationId")).isEqualTo("invoice");
        assertThat(service.onlyRequest().getBodyAsString()).contains("\"table_view\":\"markdown\"");
    }

    @ParameterizedTest
    @EachDsl
    void parseStatusReturnsTheStatusOfTheJob(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\",\"status\":\"in_progress\"}}");
        load(dsl, "parse-status");

        assertThat(service.call("direct:parseStatus", "j-1").getBody()).isEqualTo("in_progress");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/async/j-1");
    }

    @ParameterizedTest
    @EachDsl
    void balanceRaisesAnAlertForALowBalance(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":70.50,\"available_balance\":70.50}}");

        send(dsl, "balance", "direct:balance");

        assertThat(alerts()).containsExactly("Recharge the account: 70.50 left");
    }

    @ParameterizedTest
    @EachDsl
    void packagesRaisesAnAlertWithoutAPackage(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"list\":[]}}");

        send(dsl, "packages", "direct:packages");

        assertThat(alerts()).containsExactly("Buy a package: 0 calls left");
        assertThat(service.onlyRequest().getUrl()).contains("pdf_to_markdown").doesNotContain("include_all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'remain_count':9000,'end_time':'2001-01-01 00:00:00'}|Buy a package: 0 calls left",
                "{'remain_count':999}|Buy a package: 999 calls left",
                "{'remain_count':600},{'remain_count':400}|"
            })
    void packagesRaisesOneAlertIfFewCallsAreLeft(String packages, String alert) throws Exception {
        service.respondWith(
                "{\"code\":200,\"msg\":\"success\",\"data\":{\"list\":[" + packages.replace('\'', '"') + "]}}");

        send(Dsl.YAML, "packages", "direct:packages");

        assertThat(alerts()).isEqualTo(alert == null ? List.of() : List.of(alert));
    }

    @ParameterizedTest
    @EachDsl
    void callStoresThePayloadOfAnotherService(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"result\":{\"markdown\":\"# Invoice\"}}");

        assertThat(send(dsl, "call", "direct:call").getMessage().getBody(String.class))
                .isEqualTo("# Invoice");
        assertThat(outbox().resolve("invoice.pdf.md")).hasContent("# Invoice");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/ai/service/v1/pdf_to_markdown?page_count=5");
        assertThat(service.onlyRequest().getBody()).isEqualTo(Files.readAllBytes(invoice()));
    }

    @Test
    void theErrorResponseForHttpClientsIsShown() throws Exception {
        service.respondWith("{\"code\":40423,\"message\":\"password required\","
                + "\"x_request_id\":\"86d3bbd7-5d17-4e6d-89be-213b64a38e31\"}");

        Exception failure = service.send("docproc:extract?schema=classpath:docs/invoice-schema.json", Replies.DOCUMENT)
                .getException();

        Json.assertEqual(
                ErrorResponse.of(failure).toJson(),
                Files.readString(Path.of("src/test/resources/docs/error-response.json")));
    }

    @Test
    void anInstanceOfTheOutputClassIsMarshalledToJson() throws Exception {
        service.respondWith(EXTRACTED);
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:json")
                        .to("docproc:extract?outputClass=io.docproc.camel.docs.Invoice")
                        .marshal()
                        .json();
            }
        });

        assertThat(Json.read(service.call("direct:json", Replies.DOCUMENT).getBody(String.class)))
                .isEqualTo(Json.read("{\"invoice_number\":\"INV-7\",\"total\":1250.10}"));
    }

    @ParameterizedTest
    @CsvSource({
        "schema=classpath:docs/invoice-schema.json, ExtractedFields",
        "outputClass=io.docproc.camel.docs.Invoice, Invoice"
    })
    void fieldsAreMarshalledToXml(String option, String root) throws Exception {
        service.respondWith(EXTRACTED);
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:xml").to("docproc:extract?" + option).marshal().jacksonXml();
            }
        });

        assertThat(service.call("direct:xml", Replies.DOCUMENT).getBody(String.class))
                .isEqualTo("<%1$s><invoice_number>INV-7</invoice_number><total>1250.10</total></%1$s>", root);
    }

    @Test
    void aHeaderOfAGatewayIsAddedToEachCall() {
        HttpClientConfigurer gateway = client ->
                client.addRequestInterceptorLast((request, entity, context) -> request.setHeader("x-tenant", "acme"));
        service.context().getRegistry().bind("gateway", gateway);
        service.component().getConfiguration().setHttpOptions(Map.of("httpClientConfigurer", "#bean:gateway"));
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":1}}");

        service.call("docproc:balance", null);

        assertThat(service.onlyRequest().getHeader("x-tenant")).isEqualTo("acme");
    }

    @Test
    void theProxyOfTheComponentIsUsed() {
        DocprocConfiguration configuration = service.component().getConfiguration();
        configuration.setBaseUrl("http://service.example.com");
        configuration.setHttpOptions(Map.of(
                "proxyHost",
                "localhost",
                "proxyPort",
                String.valueOf(service.server().port())));
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":1}}");

        service.call("docproc:balance", null);

        assertThat(service.onlyRequest().getHeader("Host")).isEqualTo("service.example.com");
    }

    private void load(Dsl dsl, String page) throws Exception {
        dsl.load(service.context(), page, new DocumentedRoutes());
    }

    private Exchange send(Dsl dsl, String page, String uri) throws Exception {
        Exchange exchange =
                send(dsl, page, new DocumentedRoutes(), uri, invoice().toFile());
        assertThat(exchange.getException()).isNull();
        return exchange;
    }

    private List<String> alerts() {
        return service.context().getEndpoint("mock:alerts", MockEndpoint.class).getExchanges().stream()
                .map(alert -> alert.getMessage().getBody(String.class))
                .toList();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs the routes of the documentation that make further calls of the service. */
final class DocumentedCallsTest extends DocumentedRoutesFixture {
    private static final String WORKFLOW = "/api/app-api/sip/platform/v2";
    private static final byte[] FILE = {1, 2, 3};

    private Exchange send(Dsl dsl, String page, String uri, Object body) throws Exception {
        return send(dsl, page, new DocumentedCalls(), uri, body);
    }

    private void respondWithFile(String path, String parameter, String id) {
        service.server()
                .stubFor(get(urlPathEqualTo(path))
                        .withQueryParam(parameter, equalTo(id))
                        .withHeader("x-ti-app-id", equalTo(ServiceDouble.APP_ID))
                        .withHeader("x-ti-secret-code", equalTo(ServiceDouble.SECRET_CODE))
                        .willReturn(aResponse().withBody(FILE)));
    }

    private void respondWithExports() {
        service.server()
                .stubFor(post(urlPathEqualTo("/api/v1/xparse/parse/sync"))
                        .willReturn(okJson(
                                "{\"code\":200,\"message\":\"success\",\"data\":{\"markdown\":\"# A\",\"exports\":["
                                        + "{\"format\":\"docx\",\"status\":\"success\",\"file\":{\"file_id\":\"f-1\"}},"
                                        + "{\"format\":\"xlsx\",\"status\":\"fail\",\"error\":\"no table\"}]}}")));
    }

    @ParameterizedTest
    @EachDsl
    void pageImagesAreDownloaded(Dsl dsl) throws Exception {
        service.server()
                .stubFor(
                        post(urlPathEqualTo("/ai/service/v3/entity_extraction"))
                                .willReturn(
                                        okJson(
                                                "{\"code\":200,\"message\":\"success\",\"result\":{\"extracted_schema\":{},\"pages\":["
                                                        + "{\"page_number\":1,\"image_id\":\"a\"},{\"page_number\":2,\"image_id\":\"b c\"}]}}")));
        respondWithFile("/ocr_image/download", "image_id", "a");
        respondWithFile("/ocr_image/download", "image_id", "b c");

        assertTwoImages(send(dsl, "page-images", "direct:pageImages", invoice().toFile()));
    }

    private void assertTwoImages(Exchange exchange) {
        assertThat(exchange.getException()).isNull();
        assertThat(outbox().resolve("invoice-1.jpg")).hasBinaryContent(FILE);
        assertThat(outbox().resolve("invoice-2.jpg")).hasBinaryContent(FILE);
    }

    @ParameterizedTest
    @EachDsl
    void imagesAtUrlsAreDownloadedWithoutCredentials(Dsl dsl) throws Exception {
        String page = "{\"page_number\":%d,\"page_image_url\":\""
                + service.server().baseUrl() + "/images/%1$d?sign=a%%2Fb&x=1\"}";
        service.server()
                .stubFor(post(urlPathEqualTo("/api/v1/xparse/parse/sync"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"pages\":[" + page.formatted(1) + ","
                                + page.formatted(2) + "]}}")));
        for (int number = 1; number <= 2; number++) {
            service.server()
                    .stubFor(get("/images/" + number + "?sign=a%2Fb&x=1")
                            .withHeader("x-ti-app-id", absent())
                            .willReturn(aResponse().withBody(FILE)));
        }

        assertTwoImages(send(dsl, "image-urls", "direct:imageUrls", invoice().toFile()));
    }

    @ParameterizedTest
    @EachDsl
    void successfulExportsAreDownloaded(Dsl dsl) throws Exception {
        respondWithExports();
        respondWithFile("/export_file/download", "file_id", "f-1");

        assertThat(send(dsl, "exported-files", "direct:exportedFiles", invoice().toFile())
                        .getException())
                .isNull();

        assertThat(outbox()).isDirectoryContaining(file -> file.endsWith("invoice.docx"));
        assertThat(outbox().resolve("invoice.docx")).hasBinaryContent(FILE);
        assertThat(outbox().resolve("invoice.xlsx")).doesNotExist();
        service.server().verify(1, getRequestedFor(urlPathEqualTo("/export_file/download")));
    }

    @ParameterizedTest
    @EachDsl
    void anExpiredExportIsAnExceptionThatSaysSo(Dsl dsl) throws Exception {
        respondWithExports();
        service.server()
                .stubFor(get(urlPathEqualTo("/export_file/download"))
                        .willReturn(aResponse().withStatus(404)));

        assertThat(send(dsl, "exported-files", "direct:exportedFiles", invoice().toFile())
                        .getException(DocprocInvalidRequestException.class))
                .hasMessageContaining("a file may have expired, or belong to another account")
                .hasMessageContaining("httpStatus=404, retryable=false");
    }

    @ParameterizedTest
    @EachDsl
    void severalFieldsAreAddedAtOnce(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"msg\":\"success\",\"result\":[{\"field_id\":\"1\"},{\"field_id\":\"2\"}]}");

        Exchange exchange = send(dsl, "add-fields", "direct:addFields", null);

        assertThat(exchange.getMessage().getBody(String.class))
                .isEqualTo("[{\"field_id\":\"1\"},{\"field_id\":\"2\"}]");
        Request request = service.onlyRequest();
        assertThat(request.getUrl()).isEqualTo(WORKFLOW + "/category/fields/batch_add");
        Json.assertEqual(
                request.getBodyAsString(),
                "{\"workspace_id\":\"1001\",\"category_id\":\"2001\",\"fields\":[{\"name\":\"Invoice date\"},{\"name\":\"Total\"}]}");
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentIsUploadedAsAPartOfAForm(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"batch_number\":\"b-1\",\"files\":[]}}");

        Exchange exchange =
                send(dsl, "upload-file", "direct:uploadFile", invoice().toFile());

        assertThat(exchange.getMessage().getBody()).isEqualTo("b-1");
        Request request = service.onlyRequest();
        assertThat(request.getUrl()).startsWith(WORKFLOW + "/file/upload?");
        assertThat(request.queryParameter("workspace_id").firstValue()).isEqualTo("1001");
        assertThat(request.queryParameter("category").firstValue()).isEqualTo("invoice");
        assertThat(request.getPart("file").getBody().asBytes()).isEqualTo(Files.readAllBytes(invoice()));
        assertThat(request.getBodyAsString()).contains("filename=\"invoice.pdf\"");
    }

    @ParameterizedTest
    @EachDsl
    void theFieldsOfAnUploadedFileAreWrittenWhenItIsRecognized(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"result\":{\"batch_number\":\"b-1\"}}");
        List<String> files = List.of(
                "{\"recognition_status\":0}",
                "{\"recognition_status\":4}",
                "{\"recognition_status\":1,\"data\":{\"fields\":[{\"key\":\"Total\",\"value\":\"7\"}]}}");
        for (int poll = 0; poll < files.size(); poll++) {
            service.server()
                    .stubFor(get(urlPathEqualTo(WORKFLOW + "/file/fetch"))
                            .withQueryParam("workspace_id", equalTo("1001"))
                            .withQueryParam("batch_number", equalTo("b-1"))
                            .inScenario("polls")
                            .whenScenarioStateIs(poll == 0 ? STARTED : "poll " + poll)
                            .willSetStateTo("poll " + (poll + 1))
                            .willReturn(okJson("{\"code\":200,\"result\":{\"files\":[" + files.get(poll) + "]}}")));
        }
        if (dsl != Dsl.JAVA) {
            dsl.load(service.context(), "upload-file", new DocumentedCalls());
        }

        Exchange exchange =
                send(dsl, "recognized-file", "direct:recognizedFile", invoice().toFile());

        assertThat(exchange.getException()).isNull();
        assertThat(outbox().resolve("invoice.json")).hasContent("[{\"key\":\"Total\",\"value\":\"7\"}]");
        service.server().verify(3, getRequestedFor(urlPathEqualTo(WORKFLOW + "/file/fetch")));
    }

    @ParameterizedTest
    @EachDsl
    void recognizedFilesAreFetchedPageByPage(Dsl dsl) throws Exception {
        for (int page = 1; page <= 2; page++) {
            String files = IntStream.range(page * 100, page * 100 + (page == 1 ? 100 : 1))
                    .mapToObj(id -> "{\"id\":\"" + id + "\"}")
                    .collect(Collectors.joining(","));
            service.server()
                    .stubFor(get(urlPathEqualTo(WORKFLOW + "/file/fetch"))
                            .withQueryParam("recognition_status", equalTo("1"))
                            .withQueryParam("page_size", equalTo("100"))
                            .withQueryParam("page", page == 1 ? absent() : equalTo(String.valueOf(page)))
                            .willReturn(okJson("{\"code\":200,\"result\":{\"files\":[" + files + "]}}")));
        }

        assertThat(send(dsl, "fetch-files", "direct:fetchFiles", null).getException())
                .isNull();

        assertThat(outbox().toFile().list()).hasSize(101).contains("100.json", "199.json", "200.json");
    }

    @ParameterizedTest
    @EachDsl
    void theMarkdownOfADocumentAtAUrlIsWrittenPageByPage(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"result\":{\"markdown\":\"# A\",\"detail\":["
                + "{\"page_id\":1,\"outline_level\":0,\"text\":\"A\"},{\"page_id\":2,\"text\":\"B\"}]}}");
        String url = "https://files.example.com/invoice.pdf";

        assertThat(send(dsl, "markdown-of-url", "direct:markdownOfUrl", url).getException())
                .isNull();

        assertThat(outbox().resolve("invoice-1.md")).hasContent("# A");
        assertThat(outbox().resolve("invoice-2.md")).hasContent("B");
        Request request = service.onlyRequest();
        assertThat(request.getUrl()).isEqualTo("/ai/service/v1/pdf_to_markdown?apply_chart=1");
        assertThat(request.getHeader("Content-Type")).startsWith("text/plain");
        assertThat(request.getBodyAsString()).isEqualTo(url);
    }

    @ParameterizedTest
    @EachDsl
    void eachReceiptIsAFile(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"message\":\"success\",\"pages\":[{\"page_number\":0,\"result\":{\"object_list\":["
                        + "{\"type\":\"taxi_ticket\",\"item_list\":[]},{\"type\":\"vat_invoice\"}]}}]}");

        assertThat(send(dsl, "receipts", "direct:receipts", invoice().toFile()).getException())
                .isNull();

        assertThat(outbox().toFile().list()).containsExactlyInAnyOrder("taxi_ticket-0-0.json", "vat_invoice-0-1.json");
        assertThat(outbox().resolve("taxi_ticket-0-0.json")).hasContent("{\"type\":\"taxi_ticket\",\"item_list\":[]}");
        assertThat(service.onlyRequest().getHeader("Content-Type")).isEqualTo("application/octet-stream");
    }

    @ParameterizedTest
    @EachDsl
    void tablesAreDecodedToASpreadsheet(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"result\":{\"pages\":[],\"excel\":\"AQID\"}}");

        assertThat(send(dsl, "tables", "direct:tables", invoice().toFile()).getException())
                .isNull();

        assertThat(outbox().resolve("invoice.xlsx")).hasBinaryContent(FILE);
        assertThat(service.url()).isEqualTo("/ai/service/v2/recognize/table/multipage?excel=1");
    }
}

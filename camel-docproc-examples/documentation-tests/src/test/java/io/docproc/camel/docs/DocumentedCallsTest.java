/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
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

        assertThat(send(dsl, "page-images", "direct:pageImages", invoice().toFile())
                        .getException())
                .isNull();

        assertThat(outbox().resolve("invoice-1.jpg")).hasBinaryContent(FILE);
        assertThat(outbox().resolve("invoice-2.jpg")).hasBinaryContent(FILE);
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
    void severalTablesAreUpdatedAtOnce(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"msg\":\"success\"}");

        Exchange exchange = send(dsl, "update-tables", "direct:updateTables", null);

        assertThat(exchange.getMessage().getHeader("CamelDocprocCode")).isEqualTo(200);
        Request request = service.onlyRequest();
        assertThat(request.getUrl()).isEqualTo(WORKFLOW + "/category/tables/batch_update");
        Json.assertEqual(
                request.getBodyAsString(),
                "{\"workspace_id\":\"1001\",\"category_id\":\"2001\",\"tables\":[{\"table_id\":\"3001\",\"name\":\"Items\"}]}");
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
    void theFilesOfABatchAreFetched(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"files\":[]}}");

        Exchange exchange = send(dsl, "fetch-files", "direct:fetchFiles", "b-1");

        assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("{\"files\":[]}");
        Request request = service.onlyRequest();
        assertThat(request.getMethod().getName()).isEqualTo("GET");
        assertThat(request.getUrl()).startsWith(WORKFLOW + "/file/fetch?");
        assertThat(request.queryParameter("workspace_id").firstValue()).isEqualTo("1001");
        assertThat(request.queryParameter("batch_number").firstValue()).isEqualTo("b-1");
    }
}

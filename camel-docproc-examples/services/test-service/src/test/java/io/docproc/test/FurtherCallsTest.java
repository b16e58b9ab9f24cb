/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.model.ExtractResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads and workflow calls, as the component's operation {@code call} makes them. */
class FurtherCallsTest {
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.builder()
            .clock(((InstantSource) NOW::get).withZone(ZoneOffset.UTC))
            .create();

    private static final String WORKFLOW = "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2";
    private static final String EXPORT = "docproc:call?servicePath=/export_file/download&output=bytes&param.file_id=";
    private static final String IMAGE = "docproc:call?servicePath=/ocr_image/download&output=bytes&param.image_id=";
    private static final String OWNER = "\"workspace_id\":\"1\",\"category_id\":\"2\",";

    private CamelClient camel;

    @BeforeEach
    void start() {
        camel = new CamelClient(service);
    }

    @AfterEach
    void stop() {
        camel.close();
    }

    private static JsonNode json(String text) throws Exception {
        return new JsonMapper().readTree(text);
    }

    private JsonNode call(String uri, Object body) throws Exception {
        return json(camel.request(uri, body, String.class));
    }

    private DocprocException failure(String uri, Object body) {
        return camel.send(uri, body).getException(DocprocException.class);
    }

    private JsonNode exports(String option) throws Exception {
        return call("docproc:parseSync?" + option, Documents.PDF).path("exports");
    }

    @Test
    void thePageImageOfAnExtractionIsAJpeg() {
        ExtractResponse response = camel.request(
                "docproc:extract?schema=classpath:invoice.json&output=response", Documents.PDF, ExtractResponse.class);
        String id = response.result().pages().get(0).imageId();

        assertThat(camel.request(IMAGE + id, null, byte[].class)).startsWith(0xff, 0xd8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"config=RAW({\"exports\":%s})", "param.exports=%s"})
    void eachRequestedExportIsDownloaded(String option) throws Exception {
        JsonNode exports = exports(option.formatted("[{\"format\":\"docx\"},{\"format\":\"xlsx\"}]"));

        assertThat(exports).hasSize(2).allSatisfy(export -> {
            assertThat(export.path("status").asText()).isEqualTo("success");
            byte[] file = camel.request(EXPORT + export.at("/file/file_id").asText(), null, byte[].class);
            assertThat(file)
                    .startsWith('P', 'K')
                    .hasSize(export.at("/file/size").asInt());
        });
        assertThat(exports.get(1).at("/file/mime_type").asText()).contains("spreadsheetml");
    }

    @Test
    void aPdfIsExportedFromAJob() throws Exception {
        String id = camel.send("docproc:parseAsync?param.exports=[{\"format\":\"pdf\"}]", Documents.PDF)
                .getMessage()
                .getHeader("CamelDocprocJobId", String.class);
        service.completeJob(id);

        HttpTestClient http = new HttpTestClient(service);
        String resultUrl = service.job(id).resultUrl().orElseThrow().getPath();
        String file = http.get(resultUrl).at("/data/exports/0/file/file_id").asText();
        assertThat(camel.request(EXPORT + file, null, String.class)).startsWith("%PDF-");
    }

    @Test
    void anExpiredOrUnknownFileIsMissing() throws Exception {
        String id = exports("param.exports=[{\"format\":\"docx\"}]")
                .at("/0/file/file_id")
                .asText();
        NOW.set(NOW.get().plus(Duration.ofDays(1)));

        for (String uri : List.of(EXPORT + id, EXPORT + "foreign", IMAGE + "foreign")) {
            assertThat(failure(uri, null))
                    .isInstanceOf(DocprocInvalidRequestException.class)
                    .hasMessageContaining("not found")
                    .satisfies(failure -> assertThat(failure.getHttpStatus()).isEqualTo(404));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"format\":\"odt\"}]",
                "[{}]",
                "[{\"format\":\"pdf\"},{\"format\":\"pdf\"}]",
                "{\"a\":1}",
                "[1]"
            })
    void invalidExportsAreRefused(String exports) {
        assertThat(failure("docproc:parseSync?param.exports=" + exports, Documents.PDF)
                        .getCode())
                .isEqualTo(40004);
    }

    @Test
    void fieldsAreAddedAllOrNone() throws Exception {
        String fields = "{" + OWNER + "\"fields\":[{\"name\":\"number\"},{\"name\":\"%s\",\"extract_model\":\"%s\"}]}";
        String uri = WORKFLOW + "/category/fields/batch_add";

        assertThat(failure(uri, fields.formatted("total", "best")).getCode()).isEqualTo(40004);
        assertThat(failure(uri, fields.formatted("number", "Auto")).getCode()).isEqualTo(40004);
        JsonNode added = call(uri, fields.formatted("total", "Auto"));

        assertThat(added).hasSize(2).allMatch(field -> field.size() == 1 && field.has("field_id"));
        assertThat(failure(uri, fields.formatted("other", "Auto")).getMessage()).contains("no other field");
        assertThat(failure(uri, "{" + OWNER + "\"fields\":[]}").getCode()).isEqualTo(40004);
        assertThat(failure(uri, "{\"fields\":[{\"name\":\"a\"}]}").getMessage()).contains("workspace_id");
    }

    @Test
    void tablesAreUpdatedAllOrNone() throws Exception {
        String uri = WORKFLOW + "/category/tables/batch_update";
        String tables = "{" + OWNER + "\"tables\":[{\"table_id\":\"7\",\"name\":\"Items\"},"
                + "{\"table_id\":\"8\",\"collect_from_multi_table\":true,\"extract_model\":\"%s\"}]}";

        assertThat(failure(uri, tables.formatted("Acgpt-VL")).getMessage()).contains("collect_from_multi_table");
        assertThat(name("7")).isEmpty();
        call(uri, tables.formatted("Acgpt"));

        assertThat(name("7")).isEqualTo("Items");
        assertThat(failure(uri, "{" + OWNER + "\"tables\":[{\"name\":\"x\"}]}").getMessage())
                .contains("table_id");
    }

    private String name(String tableId) {
        Map<String, Object> body = Map.of(
                "workspace_id",
                "1",
                "category_id",
                "2",
                "table_id",
                tableId,
                "collect_from_multi_table",
                false,
                "with_detail",
                true);
        return camel.send("docproc:updateTable", body)
                .getMessage()
                .getBody(io.docproc.camel.model.WorkflowReply.class)
                .toString()
                .replaceAll(".*\\bname=([^,}]*).*", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/file/upload", "/file/upload/sync"})
    void anUploadedDocumentIsFound(String path) throws Exception {
        String query = "&serviceMethod=multipart&param.workspace_id=1&param.category=invoice&param.batch_number="
                + path.length();
        Exchange uploaded = camel.send(WORKFLOW + path + query, Documents.PDF, Map.of(Exchange.FILE_NAME, "a.pdf"));
        assertThat(uploaded.getException()).isNull();
        JsonNode file = json(uploaded.getMessage().getBody(String.class)).at("/files/0");

        JsonNode found = call(WORKFLOW + "/file/fetch&param.workspace_id=1&param.batch_number=" + path.length(), null);

        assertThat(found.path("files")).containsExactly(file);
        assertThat(file.path("name").asText()).isEqualTo("a.pdf");
        assertThat(service.calls("call").get(0).document().bytes()).isEqualTo(Documents.PDF);
    }

    @Test
    void addressesAreUploadedAndFoundPageByPage() throws Exception {
        Map<String, Object> body = new HashMap<>();
        body.put("urls", List.of("https://files.example.com/1.pdf", "https://files.example.com/2.pdf"));
        String batch = call(WORKFLOW + "/file/upload&param.workspace_id=7", body)
                .path("batch_number")
                .asText();

        JsonNode second = call(
                WORKFLOW + "/file/fetch&param.workspace_id=7&param.page_size=1&param.page=2&param.batch_number="
                        + batch,
                null);

        assertThat(second.path("total").asInt()).isEqualTo(2);
        assertThat(second.path("files")).hasSize(1);
        assertThat(second.at("/files/0/name").asText()).endsWith("2.pdf");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/file/upload|{'urls':['https://files.example.com/1.pdf']}|workspace_id",
                "/file/upload&param.workspace_id=1|{'urls':[]}|urls",
                "/file/upload&param.workspace_id=1|{'urls':['ftp://a']}|urls",
                "/file/fetch&param.page=1||workspace_id",
                "/file/fetch&param.workspace_id=1&param.page=0||page",
                "/file/fetch&param.workspace_id=1&param.sort=name||sort"
            })
    void invalidRequestsAreRefusedByName(String path, String body, String name) {
        Object json = body == null ? null : body.replace('\'', '"');

        assertThat(failure(WORKFLOW + path, json)).hasMessageContaining(name);
    }

    @Test
    void aFileMayBeJsonAndItsAbsenceACode() throws Exception {
        service.whenCall("/ocr_image/download").respond(Map.of("data", Map.of("image", "/9j/")));
        service.whenCall("/export_file/download").fail(404, "image does not exist");
        HttpTestClient http = new HttpTestClient(service);

        assertThat(http.get("/ocr_image/download?image_id=1").at("/data/image").asText())
                .isEqualTo("/9j/");
        HttpResponse<String> missing =
                http.send(http.signed("/export_file/download?file_id=1").GET());
        assertThat(missing.statusCode()).isEqualTo(200);
        assertThat(json(missing.body()).path("code").asInt()).isEqualTo(404);
    }

    @Test
    void aWorkflowResponseHasATraceIdAndTheCallItsEnterprise() throws Exception {
        HttpTestClient http = new HttpTestClient(service);

        JsonNode response = http.json(http.signed("/api/app-api/sip/platform/v2/file/fetch?workspace_id=1")
                .header("x-ti-enterprise-id", "e-7"));

        ReceivedCall call = service.calls("call").get(0);
        assertThat(response.path("traceId").asText()).isEqualTo(call.requestId());
        assertThat(call.enterpriseId()).contains("e-7");
    }

    @ParameterizedTest
    @CsvSource({"http://files.example.com/a.pdf, 200", "words, 40004"})
    void aTextIsTheAddressOfADocument(String text, int code) throws Exception {
        service.whenCall("/ai/service/v1/pdf_to_markdown").respond(Map.of("result", Map.of("markdown", "# A")));

        JsonNode response = new HttpTestClient(service)
                .post("/ai/service/v1/pdf_to_markdown", "text/plain", BodyPublishers.ofString(text));

        assertThat(response.path("code").asInt()).isEqualTo(code);
        assertThat(service.calls("call").get(0).request().fileUrl().map(Object::toString))
                .isEqualTo(Optional.of(text).filter(url -> code == 200));
    }

    @Test
    void aStubReplacesTheResponseOfAPath() {
        service.whenCall("/export_file/download").respond(Map.of("content", new byte[] {1, 2, 3}));

        assertThat(camel.request(EXPORT + "any", null, byte[].class)).containsExactly(1, 2, 3);
    }
}

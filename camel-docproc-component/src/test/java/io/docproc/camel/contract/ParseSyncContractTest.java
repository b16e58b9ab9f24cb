/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.APP_ID;
import static io.docproc.camel.testkit.ServiceDouble.SECRET_CODE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParseSyncContractTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String PDF_TEXT = new String(PDF, StandardCharsets.UTF_8);
    private static final String DATA =
            "{ \"job_id\":\"j-1\", \"success_count\":3,\"markdown\":\"# 标题\",\"elements\":[]}";
    private static final String RESPONSE = "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"req-3\","
            + "\"version\":\"v1\",\"duration\":7,\"data\":" + DATA + "}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithADocument() {
        service.respondWith(RESPONSE);
    }

    private String boundary() {
        String contentType = service.onlyHeaders().get("content-type");
        assertThat(contentType).startsWith("multipart/form-data; boundary=docproc-");
        return contentType.substring(contentType.indexOf('=') + 1);
    }

    private void assertForm(String... parts) {
        StringBuilder expected = new StringBuilder();
        for (String part : parts) {
            expected.append("--").append(boundary()).append("\r\n").append(part).append("\r\n");
        }
        expected.append("--").append(boundary()).append("--\r\n");
        assertThat(new String(service.onlyRequest().getBody(), StandardCharsets.UTF_8))
                .isEqualTo(expected.toString());
    }

    private static String file(String fileName) {
        return "Content-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/pdf\r\n\r\n" + PDF_TEXT;
    }

    private static String config(String json) {
        return "Content-Disposition: form-data; name=\"config\"\r\nContent-Type: application/json\r\n\r\n" + json;
    }

    @Test
    void withoutOptionsOnlyTheFileIsSent() {
        service.call("docproc:parseSync", PDF);

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/sync");
        assertForm(file("document"));
        assertThat(service.onlyHeaders())
                .containsOnlyKeys("content-length", "content-type", "x-ti-app-id", "x-ti-secret-code")
                .containsEntry("content-length", "" + service.onlyRequest().getBody().length)
                .containsEntry("x-ti-app-id", APP_ID)
                .containsEntry("x-ti-secret-code", SECRET_CODE);
    }

    @Test
    void aStreamOfUnknownLengthIsSentInChunks() {
        byte[] large = new byte[300_000];
        System.arraycopy(PDF, 0, large, 0, PDF.length);

        service.call("docproc:parseSync", new ByteArrayInputStream(large));

        assertThat(service.onlyHeaders())
                .containsOnlyKeys("transfer-encoding", "content-type", "x-ti-app-id", "x-ti-secret-code")
                .containsEntry("transfer-encoding", "chunked");
        assertThat(new String(service.onlyRequest().getBody(), StandardCharsets.ISO_8859_1))
                .contains(new String(large, StandardCharsets.ISO_8859_1));
    }

    @Test
    void parseServiceIsAPathSegment() {
        service.call("docproc:parseSync?parseService=other_v2", PDF);

        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/other_v2/parse/sync");
    }

    @Test
    void aFileUrlIsSentInsteadOfTheFile() {
        service.call("docproc:parseSync?fileUrl=https://files.example.com/1.pdf", "ignored");

        assertForm(
                "Content-Disposition: form-data; name=\"file_url\"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n"
                        + "https://files.example.com/1.pdf");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "发票 七.pdf|发票 七.pdf",
                "a\"b\".pdf|a_b_.pdf",
                "../../etc/passwd.pdf|passwd.pdf",
                "C:\\temp\\a.pdf|a.pdf",
                "%22a.pdf|%22a.pdf"
            })
    void fileNamesAreSentAsUtf8WithoutPathAndQuotes(String fileName, String expected) {
        service.call("docproc:parseSync", PDF, Map.of(Exchange.FILE_NAME, fileName));

        assertForm(file(expected));
    }

    @Test
    void lineBreaksInAFileNameAddNoHeaderAndNoPart() {
        service.call(
                "docproc:parseSync",
                PDF,
                Map.of(DocprocConstants.FILE_NAME, "a.pdf\"\r\nX-Evil: 1\r\n\r\n--boundary\r\n.pdf"));

        assertForm(file("a.pdf_X-Evil: 1--boundary.pdf"));
    }

    @Test
    void aLongFileNameIsTruncatedAndKeepsItsExtension() {
        service.call("docproc:parseSync", PDF, Map.of(DocprocConstants.FILE_NAME, "n".repeat(300) + ".pdf"));

        assertForm(file("n".repeat(251) + ".pdf"));
    }

    @Test
    void theContentTypeOfAPartIsDetected() throws Exception {
        service.call("docproc:parseSync?fileName=scan.pdf", Samples.image("png", 30, 30));
        assertThat(service.onlyRequest().getBodyAsString()).contains("Content-Type: image/png\r\n");
        service.server().resetRequests();

        service.call("docproc:parseSync", new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0});
        assertThat(service.onlyRequest().getBodyAsString()).contains("Content-Type: application/octet-stream\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pdfPassword=pw|{\"document\":{\"password\":\"pw\"}}",
                "includeHierarchy=true|{\"capabilities\":{\"include_hierarchy\":true}}",
                "includeHierarchy=false|{\"capabilities\":{\"include_hierarchy\":false}}",
                "includeInlineObjects=true|{\"capabilities\":{\"include_inline_objects\":true}}",
                "includeCharDetails=true|{\"capabilities\":{\"include_char_details\":true}}",
                "includeImageData=true|{\"capabilities\":{\"include_image_data\":true}}",
                "includeTableStructure=true|{\"capabilities\":{\"include_table_structure\":true}}",
                "pages=true|{\"capabilities\":{\"pages\":true}}",
                "titleTree=true|{\"capabilities\":{\"title_tree\":true}}",
                "tableView=html|{\"capabilities\":{\"table_view\":\"html\"}}",
                "removeWatermark=true|{\"capabilities\":{\"remove_watermark\":true}}",
                "cropDewarp=false|{\"capabilities\":{\"crop_dewarp\":false}}",
                "pageRange=3-3|{\"scope\":{\"page_range\":\"3-3\"}}",
                "pageRange=1-2,5-10|{\"scope\":{\"page_range\":\"1-2,5-10\"}}",
                "forceEngine=textin|{\"config\":{\"force_engine\":\"textin\"}}",
                "parseMode=scan|{\"config\":{\"engine_params\":{\"parse_mode\":\"scan\"}}}",
                "formulaLevel=0|{\"config\":{\"engine_params\":{\"formula_level\":0}}}",
                "imageOutputType=url|{\"config\":{\"engine_params\":{\"image_output_type\":\"url\"}}}",
                "recognizeChemical=true|{\"config\":{\"engine_params\":{\"recognize_chemical\":true}}}",
                "param.capabilities.element_merge_mode=merged|{\"capabilities\":{\"element_merge_mode\":\"merged\"}}",
                "param.capabilities.new_key=merged|{\"capabilities\":{\"new_key\":\"merged\"}}",
                "param.config.engine_params.depth=3|{\"config\":{\"engine_params\":{\"depth\":3}}}",
                "forceEngine=x&parseMode=vlm&param.config.engine_params.depth=3|{\"config\":{\"force_engine\":\"x\",\"engine_params\":{\"parse_mode\":\"vlm\",\"depth\":3}}}"
            })
    void theConfigContainsOnlyOptionsThatAreSet(String options, String config) {
        service.call("docproc:parseSync?" + options, PDF);

        assertForm(file("document"), config(config));
    }

    @Test
    void optionsOverrideTheConfigOfAResource() {
        service.call(
                "docproc:parseSync?config=classpath:parse-config.json&titleTree=false&pageRange=7-8&parseMode=auto",
                PDF);

        assertForm(
                file("document"),
                config("{\"capabilities\":{\"pages\":true,\"title_tree\":false,\"element_merge_mode\":\"merged\"},"
                        + "\"scope\":{\"page_range\":\"7-8\"},\"custom\":{\"a\":[1,null]},"
                        + "\"config\":{\"engine_params\":{\"parse_mode\":\"auto\"}}}"));
    }

    @Test
    void optionsOfOneMessageDoNotChangeTheConfig() {
        String uri = "docproc:parseSync?config=RAW({\"scope\":{\"page_range\":\"1-3\"}})";
        service.call(uri, PDF, Map.of(DocprocConstants.PAGE_RANGE, "9", DocprocConstants.TITLE_TREE, true));
        service.server().resetRequests();

        service.call(uri, PDF);

        assertForm(file("document"), config("{\"scope\":{\"page_range\":\"1-3\"}}"));
    }

    @Test
    void aConfigHeaderReplacesTheResource() {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("scope", null);
        config.put("keep", null);
        service.call(
                "docproc:parseSync?config=classpath:parse-config.json&param.capabilities.a=1",
                PDF,
                Map.of(
                        DocprocConstants.CONFIG,
                        config,
                        DocprocConstants.PAGE_RANGE,
                        "4",
                        DocprocConstants.PARAM,
                        Map.of("capabilities.b", true)));

        assertForm(
                file("document"),
                config("{\"scope\":{\"page_range\":\"4\"},\"keep\":null,\"capabilities\":{\"a\":1,\"b\":true}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"capabilities\":[]}", "[]", "{", "text"})
    void aConfigThatCannotHoldTheOptionsIsRejected(String config) {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:parseSync?titleTree=true",
                        PDF,
                        Map.of(DocprocConstants.CONFIG, config)))
                .hasMessageContaining("JSON");
        service.assertNothingSent();
    }
}

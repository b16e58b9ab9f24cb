/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.APP_ID;
import static io.docproc.camel.testkit.ServiceDouble.SECRET_CODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParseSyncContractTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String PDF_TEXT = new String(PDF, StandardCharsets.UTF_8);
    private static final String DATA =
            "{ \"pages\":[{\"job_id\":\"other\"}],\"job_id\":\"j-1\", \"success_count\":3,\"markdown\":\"# 标题\"}";
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

        service.assertRequest("POST", "/api/v1/xparse/parse/sync");
        assertForm(file("document"));
        assertThat(service.onlyHeaders())
                .containsOnlyKeys("content-length", "content-type", "x-ti-app-id", "x-ti-secret-code")
                .containsEntry("content-length", "" + service.onlyRequest().getBody().length)
                .containsEntry("x-ti-app-id", APP_ID)
                .containsEntry("x-ti-secret-code", SECRET_CODE);
    }

    @CoversFault(98)
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'data':{D}",
                "'result':{D}",
                "'data':null,'result':{D}",
                "'data':'','result':{D}",
                "'result':{D},'data':null",
                "'data':{D},'result':{'job_id':'j-2'}",
                "'result':{'job_id':'j-2'},'data':{D}"
            })
    void thePayloadIsDataElseResult(String payload) {
        String document = "{\"job_id\":\"j-1\",\"success_count\":2,\"markdown\":\"# A\"}";
        service.respondWith("{\"code\":200," + payload.replace('\'', '"').replace("{D}", document) + "}");

        Message message = service.call("docproc:parseSync", PDF);

        assertThat(message.getBody(String.class)).isEqualTo(document);
        assertThat(message.getHeaders())
                .containsEntry(DocprocConstants.JOB_ID, "j-1")
                .containsEntry(DocprocConstants.SUCCESS_COUNT, 2);
        assertThat(service.call("docproc:parseSync?output=markdown", PDF).getBody(String.class))
                .isEqualTo("# A");
    }

    @Test
    void aFileUrlIsSentInsteadOfTheFile() {
        service.call("docproc:parseSync?fileUrl=https://files.example.com/1.pdf", "ignored");

        assertForm(
                "Content-Disposition: form-data; name=\"file_url\"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n"
                        + "https://files.example.com/1.pdf");
    }

    @Test
    void theContentTypeOfAPartIsDetected() throws Exception {
        service.call("docproc:parseSync?fileName=scan.pdf", Samples.image("png", 30, 30));
        assertThat(service.requestBody()).contains("Content-Type: image/png\r\n");
        service.server().resetRequests();

        service.call("docproc:parseSync", new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0});
        assertThat(service.requestBody()).contains("Content-Type: application/octet-stream\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pdfPassword=pw|{\"document\":{\"password\":\"pw\"}}",
                "includeHierarchy=true|{\"capabilities\":{\"include_hierarchy\":true}}",
                "includeHierarchy=false|{\"capabilities\":{\"include_hierarchy\":false}}",
                "pageRange=3-3|{\"scope\":{\"page_range\":\"3-3\"}}",
                "pageRange=1-2,5-10|{\"scope\":{\"page_range\":\"1-2,5-10\"}}",
                "formulaLevel=0|{\"config\":{\"engine_params\":{\"formula_level\":0}}}",
                "param.capabilities.element_merge_mode=merged|{\"capabilities\":{\"element_merge_mode\":\"merged\"}}",
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
        assertThat(service.refused("docproc:parseSync?titleTree=true", PDF, Map.of(DocprocConstants.CONFIG, config)))
                .hasMessageContaining("JSON");
    }

    private static Stream<Arguments> fileNames() {
        return Stream.of(
                arguments("发票 七.pdf", "发票 七.pdf"),
                arguments("a\"b\".pdf", "a_b_.pdf"),
                arguments("../../etc/passwd.pdf", "passwd.pdf"),
                arguments("C:\\temp\\a.pdf", "a.pdf"),
                arguments("%22a.pdf", "%22a.pdf"),
                arguments("O'Brien; 100%.pdf", "O'Brien; 100%.pdf"),
                arguments("a\0b\tc\u007Fd\u0085e\u2028f.pdf", "abcdef.pdf"),
                arguments("\u202Efdp.\u2066exe\u200F", "fdp.exe"),
                arguments("a\uD83Db\uD83D\uDE00.pdf", "ab\uD83D\uDE00.pdf"),
                arguments("发".repeat(300) + ".pdf", "发".repeat(83) + ".pdf"),
                arguments("a.pdf\"\r\nX-Evil: 1\r\n\r\n--boundary\r\n.pdf", "a.pdf_X-Evil: 1--boundary.pdf"),
                arguments("n".repeat(300) + ".pdf", "n".repeat(251) + ".pdf"));
    }

    @ParameterizedTest
    @MethodSource("fileNames")
    @CoversFault(20)
    void aFileNameIsSentAsUtf8WithoutPathQuotesAndLineBreaks(String name, String expected) {
        for (String header : List.of(Exchange.FILE_NAME, DocprocConstants.FILE_NAME)) {
            service.server().resetRequests();

            service.call("docproc:parseSync", PDF, Map.of(header, name));

            assertForm(file(expected));
        }
    }

    @Test
    void theDocumentIsTheServicesJsonUnchanged() throws Exception {
        Message message = service.call("docproc:parseSync", PDF, Map.of("mine", 1));

        assertThat(service.call("docproc:parseSync?output=response", PDF).getBody(String.class))
                .isEqualTo(RESPONSE);
        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        assertThat(message.getBody(String.class)).isEqualTo(DATA);
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(byte[].class)).isEqualTo(DATA.getBytes(StandardCharsets.UTF_8));
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(InputStream.class).readAllBytes()).isEqualTo(DATA.getBytes(StandardCharsets.UTF_8));
        assertThat(message.getHeaders())
                .hasSize(11)
                .containsEntry(DocprocConstants.BILLED_PAGES, 3)
                .containsAllEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        "mine",
                        1,
                        DocprocConstants.CODE,
                        200,
                        DocprocConstants.MESSAGE,
                        "success",
                        DocprocConstants.REQUEST_ID,
                        "req-3",
                        DocprocConstants.VERSION,
                        "v1",
                        DocprocConstants.DURATION,
                        new BigDecimal("7"),
                        DocprocConstants.JOB_ID,
                        "j-1",
                        DocprocConstants.SUCCESS_COUNT,
                        3,
                        DocprocConstants.BILLED,
                        true));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3_999, 4_000, 8_000, 100_000, 1_000_000})
    void aDocumentOfAnySizeIsExtractedExactly(int characters) {
        String data = "{ \"markdown\" : \"" + "标é😀x".repeat(characters / 5 + 1) + "\", \"elements\":[{\"data\":{}}] }";
        service.respondWith("{\"message\":\"成功 " + "好".repeat(characters % 4_000) + "\",\"data\" :  " + data
                + " , \"code\":200,\"pages\":[{\"data\":1}]}");

        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class)).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":500,\"message\":\"layout failed\",\"location\":%s}",
                "{\"code\":500,\"message\":\"layout failed\",\"data\":{\"location\":%s}}"
            })
    void theLocationOfAParseErrorIsShown(String response) {
        service.respondWith(response.formatted("{\"stage\":\"layout\",\"page_number\":3,\"element_id\":\"e-7\"}"));

        assertThat(service.failure(DocprocServerException.class, "docproc:parseSync", PDF))
                .hasMessageContaining("layout failed: stage=layout, page_number=3, element_id=e-7");
    }

    @ParameterizedTest
    @CsvSource({"\"3\",3", "3.0,3", "many,", "null,", "\"\","})
    void anUnexpectedCountDoesNotLoseABilledResult(String count, Integer header) {
        service.respondWith(
                "{\"code\":200,\"data\":{\"success_count\":" + (count.equals("many") ? "\"many\"" : count) + "}}");

        Message message = service.call("docproc:parseSync", PDF);

        assertThat(message.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(header);
        assertThat(message.getBody(String.class)).contains("success_count");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParseSyncContractTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String PDF_TEXT = new String(PDF, StandardCharsets.UTF_8);
    private static final String RESPONSE = "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"markdown\":\"# A\"}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithADocument() {
        service.respondWith(RESPONSE);
    }

    private String boundary() {
        String contentType = service.onlyHeaders().get("content-type");
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
                .isEqualTo(withCredentials(
                        "content-type",
                        "multipart/form-data; boundary=" + boundary(),
                        "content-length",
                        "" + service.onlyRequest().getBody().length));
    }

    @Test
    void theContentTypeOfAPartIsDetected() throws Exception {
        service.call("docproc:parseSync?fileName=scan.pdf", Samples.image("png", 30, 30));
        assertThat(service.requestBody()).contains("Content-Type: image/png\r\n");
        service.server().resetRequests();

        service.call("docproc:parseSync", new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0});
        assertThat(service.requestBody()).contains("Content-Type: application/octet-stream\r\n");
    }

    @Test
    void optionsOfOneMessageDoNotChangeTheConfig() {
        String uri = "docproc:parseSync?config=RAW({\"scope\":{\"page_range\":\"1-3\"}})";
        service.call(uri, PDF, Map.of(DocprocConstants.PAGE_RANGE, "9", DocprocConstants.TITLE_TREE, true));
        service.server().resetRequests();

        service.call(uri, PDF);

        assertForm(file("document"), config("{\"scope\":{\"page_range\":\"1-3\"}}"));
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

    @ParameterizedTest
    @ValueSource(ints = {1, 3_999, 4_000, 8_000, 100_000, 1_000_000})
    void aDocumentOfAnySizeIsExtractedExactly(int characters) {
        String data = "{ \"markdown\" : \"" + "标é😀x".repeat(characters / 5 + 1) + "\", \"elements\":[{\"data\":{}}] }";
        String response = "{\"message\":\"成功 " + "好".repeat(characters % 4_000) + "\",\"data\" :  " + data
                + " , \"code\":200,\"pages\":[{\"data\":1}]}";
        service.respondWith(response);

        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class)).isEqualTo(data);
        assertThat(service.call("docproc:parseSync?output=response", PDF).getBody(String.class))
                .isEqualTo(response);
    }
}

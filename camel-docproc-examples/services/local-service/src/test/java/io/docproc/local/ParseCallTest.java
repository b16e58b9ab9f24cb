/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.PARSE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

class ParseCallTest extends EchoServiceTest {
    private static final String FILE_PART = part("name=\"file\"; filename=\"报告 1.txt\"", "text/plain", "Hello\r\n--x");

    @Test
    void aFileAndItsConfigArePassedToTheParser() throws Exception {
        JsonNode json = post(FILE_PART + part("name=\"config\"", "application/json", "{\"scope\":{}}"))
                .json();

        assertThat(json.path("code").asInt()).isEqualTo(200);
        assertThat(json.path("message").asText()).isEqualTo("success");
        assertThat(json.path("x_request_id").asText()).isNotBlank();
        assertThat(json.at("/data/markdown").asText()).isEqualTo("Hello\r\n--x");
        assertThat(json.at("/data/file_name").asText()).isEqualTo("报告 1.txt");
        assertThat(json.at("/data/config/scope").isObject()).isTrue();
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void aFormWithoutADocumentIsNoFile() throws Exception {
        assertThat(post(part("name=\"config\"", "application/json", "{}")).code())
                .isEqualTo(40305);
    }

    @Test
    void anEmptyDocumentIsNoFile() throws Exception {
        assertThat(post(part("name=\"file\"; filename=\"a\"", "text/plain", "")).code())
                .isEqualTo(40305);
    }

    @Test
    void aBodyThatIsNoFormIsNoFile() throws Exception {
        assertThat(service.postJson(PARSE, "{}").code()).isEqualTo(40305);
    }

    @Test
    void fileAndUrlTogetherAreRejected() throws Exception {
        refused(FILE_PART + part("name=\"file_url\"", "text/plain", "http://127.0.0.1:1/"), "either file or file_url");
    }

    @Test
    void aConfigMustHaveTheContentTypeJson() throws Exception {
        refused(FILE_PART + part("name=\"config\"", "text/plain", "{}"), "Content-Type of config is text/plain");
    }

    @Test
    void aConfigMustBeAnObject() throws Exception {
        refused(FILE_PART + part("name=\"config\"", "application/json", "[1]"), "config is [1]");
        refused(FILE_PART + part("name=\"config\"", "application/json", "{"), "config is ");
    }

    @Test
    void anUnknownPartIsReported() throws Exception {
        refused(FILE_PART + part("name=\"webhook\"", "text/plain", "http://x/"), "part is webhook");
    }

    @Test
    void aRepeatedPartIsRejected() throws Exception {
        refused(FILE_PART + FILE_PART, "file is given twice");
    }

    @Test
    void theSizeOfATextPartIsLimited() throws Exception {
        refused(
                FILE_PART + part("name=\"config\"", "application/json", " ".repeat(1024 * 1024 + 1)),
                "config is longer");
    }

    @Test
    void anIncompleteFormIsRejected() throws Exception {
        RunningService.Response reply =
                service.post(PARSE, "multipart/form-data; boundary=edge", BodyPublishers.ofString(FILE_PART));

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void theParseServiceIsPartOfTheUrl() throws Exception {
        assertThat(service.postJson("/api/v1/other/parse/sync", "{}").code()).isEqualTo(40400);
    }

    private void refused(String parts, String reason) throws Exception {
        RunningService.Response reply = post(parts);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText()).contains(reason);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    private RunningService.Response post(String parts) throws Exception {
        return service.post(
                PARSE, "multipart/form-data; boundary=edge", BodyPublishers.ofString(parts + "--edge--\r\n"));
    }

    private static String part(String disposition, String contentType, String content) {
        return "--edge\r\nContent-Disposition: form-data; " + disposition + "\r\nContent-Type: " + contentType
                + "\r\n\r\n" + content + "\r\n";
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.EXTRACT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtractCallTest extends EchoServiceTest {
    @Test
    void theResponseHasEveryFieldOfTheInterfaceDocument() throws Exception {
        JsonNode json = service.postJson(
                        EXTRACT, "{\"file\":{\"file_base64\":\"aGVsbG8=\"},\"schema\":{\"properties\":{}}}")
                .json();

        assertThat(json.path("code").asInt()).isEqualTo(200);
        assertThat(json.path("message").asText()).isEqualTo("success");
        assertThat(json.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+_\\d{8}");
        assertThat(json.path("duration").isNumber()).isTrue();
        assertThat(json.path("x_request_id").asText()).isNotBlank();
        assertThat(json.path("status").asText()).isEqualTo("finished");
        assertThat(json.at("/result/bytes").asInt()).isEqualTo(5);
        assertThat(json.path("part_durations").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "parse_duration", "retrieve_duration", "prompt_duration", "llm_duration", "format_duration");
    }

    @Test
    void theMembersCanHaveAnyOrder() throws Exception {
        JsonNode result = service.postJson(
                        EXTRACT,
                        """
                        {"extract_options":{"stamp":true},"schema":{"type":"object","properties":{}},"parse_options":{"page_start":2},
                         "file":{"file_name":"a.txt","file_base64":"aGVsbG8="}}
                        """)
                .json()
                .path("result");

        assertThat(result.path("file_name").asText()).isEqualTo("a.txt");
        assertThat(result.at("/schema/type").asText()).isEqualTo("object");
        assertThat(result.at("/parse_options/page_start").asInt()).isEqualTo(2);
        assertThat(result.at("/extract_options/stamp").asBoolean()).isTrue();
    }

    @Test
    void eitherTheDocumentOrItsUrlIsAllowed() throws Exception {
        RunningService.Response reply = service.postJson(
                EXTRACT,
                "{\"file\":{\"file_url\":\"http://127.0.0.1:1/x\",\"file_base64\":\"aGVsbG8=\"},"
                        + "\"schema\":{\"properties\":{}}}");

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText()).contains("either file_base64 or file_url");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {"schema":{"properties":{}}}                                              | 40305 | file_base64
                    {"file":{"file_base64":""},"schema":{"properties":{}}}                    | 40305 | file_base64
                    {"file":{"file_base64":null,"file_url":""},"schema":{"properties":{}}}    | 40305 | file_base64
                    {"file":{"file_base64":"aGVsbG8="}}                        | 40004 | schema is required
                    {"file":{"file_base64":"aGVsbG8="},"schema":[]}            | 40004 | schema is []
                    {"file":{"file_base64":"a*b!"},"schema":{}}                | 40004 | file.file_base64
                    {"file":{"file_base64":12},"schema":{}}                    | 40004 | file.file_base64
                    {"file":{"base64":"aGVsbG8="},"schema":{}}                 | 40004 | file member is base64
                    {"file":"aGVsbG8=","schema":{}}                            | 40004 | file is VALUE_STRING
                    {"file":{},"schema":{},"options":{}}                       | 40004 | body member is options
                    {"file":{},"schema":{},"parse_options":7}                  | 40004 | parse_options is 7
                    {"file":{"file_base64":"aGVsbG8="},"schema":{}             | 40004 | body
                    {"file":{"file_base64":"aGVs                               | 40004 | file_base64
                    []                                                         | 40004 | body
                    {"schema":{}} {}                                           | 40004 | more than one
                    """)
    void anInvalidBodyIsRejectedWithItsReason(String body, int code, String reason) throws Exception {
        RunningService.Response reply = service.postJson(EXTRACT, body);

        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.json().path("message").asText()).contains(reason);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void aBodyThatIsNotJsonIsNoFile() throws Exception {
        assertThat(service.post(EXTRACT, "text/plain", BodyPublishers.ofString("{}"))
                        .code())
                .isEqualTo(40305);
    }
}

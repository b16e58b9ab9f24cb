/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.ErrorCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that violate the contract of the service. */
class ContractTest {
    private static final String FIELD = "\"workspace_id\":\"w\",\"category_id\":\"c\"";

    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private final HttpTestClient http = new HttpTestClient(service);

    @ParameterizedTest
    @ValueSource(
            strings = {
                HttpTestClient.CROP,
                HttpTestClient.EXTRACT,
                HttpTestClient.PARSE_SYNC,
                HttpTestClient.PARSE_ASYNC,
                HttpTestClient.ADD_FIELD,
                HttpTestClient.UPDATE_TABLE
            })
    void everyCallNeedsBothCredentials(String path) throws Exception {
        assertThat(http.json(http.unsigned(path).POST(BodyPublishers.ofString("x")))
                        .path("code")
                        .asInt())
                .isEqualTo(40101);
        assertThat(http.json(http.unsigned(path)
                                .header("x-ti-app-id", service.appId())
                                .POST(BodyPublishers.ofString("x")))
                        .path("code")
                        .asInt())
                .isEqualTo(40101);
        assertThat(http.json(http.unsigned(path)
                                .header("x-ti-app-id", service.appId())
                                .header("x-ti-secret-code", "guess")
                                .POST(BodyPublishers.ofString("x")))
                        .path("code")
                        .asInt())
                .isEqualTo(40102);
        assertThat(service.billedCalls()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachErrorCodeOfTheComponentHasItsMessage(ErrorCode code) {
        assertThat(ServiceErrorException.message(code.code())).isNotBlank();
    }

    /** Calls are {@code crop<query>}, {@code extract}, {@code field}, {@code table}, {@code get} and {@code part <name> <type>}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            crop?enhance_mode=0 | %PDF- | 40004 | enhance_mode is 0; allowed: -1, 1, 2, 3, 4, 5, 6
            crop?crop_image=2 | %PDF- | 40004 | crop_image is 2; allowed: 0, 1
            crop?only_position=true | %PDF- | 40004 | only_position is true; allowed: 0, 1
            crop?jpeg_quality=101 | %PDF- | 40004 | jpeg_quality is 101; allowed: 1 to 100
            crop?size_and_position=1 | %PDF- | 40004 | query parameter is size_and_position
            crop | '' | 40305 | empty
            extract | {} | 40305 | file.file_base64 and file.file_url are missing
            extract | {'file':{'file_base64':'?'}} | 40004 | Base64
            extract | {'file':{'file_base64':'eA==','file_url':'http://a.example/b'}} | 40004 | not both
            extract | {'file':{'name':'a'}} | 40004 | file member is name
            extract | {'files':{}} | 40004 | body member is files
            extract | {'schema':[]} | 40004 | schema is []
            extract | {'schema':{'type':'object'}} | 40004 | schema.properties is required
            extract | {'file':'x'} | 40004 | file is VALUE_STRING; allowed: a JSON object
            extract | {'file':{'file_base64':12}} | 40004 | file.file_base64
            extract | {'file':{}} {} | 40004 | more than one JSON value
            part file application/pdf | x | 40004 | file is given twice
            extract | [] | 40004 | a JSON object
            extract | { | 40004 | a JSON object
            part config text/plain | {} | 40004 | Content-Type of config is text/plain
            part config application/json | [] | 40004 | config is []
            part webhook text/plain | ftp://a.example | 40004 | webhook is ftp://a.example; allowed: an http or https URL
            part file_url text/plain | http://a.example/b.pdf | 40004 | either file or file_url, not both
            part colour text/plain | red | 40004 | part is colour; allowed: config, file, file_url, webhook
            field | {'name':'n'} | 40004 | workspace_id is required
            field | {FIELD} | 40004 | name is required
            table | {FIELD,'table_id':'t'} | 40004 | collect_from_multi_table is required
            get | /user/finance/package | 40004 | Invalid params
            get | /user/finance/package?api_path=/nowhere | 40004 | Invalid params
            get | /user/finance/balance?page=1 | 40004 | query parameter is page; allowed: none
            get | /nowhere | 40400 | GET /nowhere
            get | /ai/service/v1/crop_enhance_image | 40400 | GET /ai/service/v1/crop_enhance_image
            get | /api/v1/xparse/parse/async/unknown | 40004 | job_id is unknown
            get | /results/unknown | 40400 | /results/unknown
            """)
    void aRequestThatViolatesTheContractIsRejected(String call, String request, int code, String message)
            throws Exception {
        String json = request.replace("FIELD", FIELD).replace('\'', '"');
        String[] words = call.split("[ ?]");
        JsonNode response =
                switch (words[0]) {
                    case "crop" -> http.crop(call.substring(4), request.getBytes(StandardCharsets.ISO_8859_1));
                    case "extract" -> http.postJson(HttpTestClient.EXTRACT, withSchema(json));
                    case "field" -> http.postJson(HttpTestClient.ADD_FIELD, json);
                    case "table" -> http.postJson(HttpTestClient.UPDATE_TABLE, json);
                    case "get" -> http.get(request);
                    default ->
                        http.postForm(
                                HttpTestClient.PARSE_ASYNC,
                                HttpTestClient.part("file", "application/pdf", "%PDF-1.7"),
                                HttpTestClient.part(words[1], words[2], json));
                };

        assertRejected(response, code, message);
        assertThat(service.jobs()).isEmpty();
    }

    private static String withSchema(String json) {
        boolean complete = json.endsWith("}") && !json.contains("\"schema\"");
        return complete
                ? json.substring(0, json.length() - 1) + (json.length() > 2 ? "," : "")
                        + "\"schema\":{\"type\":\"object\",\"properties\":{}}}"
                : json;
    }

    @Test
    void aDocumentAboveFiftyMegabytesIsRejected() throws Exception {
        assertRejected(http.crop("", new byte[50 * 1024 * 1024 + 1]), 40302, "file size exceeds 50 MB");
    }

    @ParameterizedTest
    @ValueSource(strings = {HttpTestClient.CROP, HttpTestClient.EXTRACT, HttpTestClient.PARSE_SYNC})
    void anotherContentTypeIsNoUpload(String path) throws Exception {
        assertRejected(http.post(path, "application/xml", BodyPublishers.ofString("x")), 40305, "application/xml");
    }

    @Test
    void aFormRequiresADocumentAndASynchronousCallHasNoWebhook() throws Exception {
        String webhook = HttpTestClient.part("webhook", "text/plain", "http://a.example");

        assertRejected(http.postForm(HttpTestClient.PARSE_ASYNC, webhook), 40305, "the parts file and file_url");
        assertRejected(http.postForm(HttpTestClient.PARSE_SYNC, webhook), 40004, "part is webhook");
    }

    @Test
    void envelopesDifferByResource() throws Exception {
        JsonNode crop = http.crop("", Documents.PDF);
        JsonNode extract = extract(Documents.PDF);
        JsonNode balance = http.get(HttpTestClient.BALANCE);

        assertThat(crop.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+");
        assertThat(crop.path("msg")).isEqualTo(crop.path("message"));
        assertThat(extract.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+_\\d{8}");
        assertThat(extract.path("part_durations").size()).isEqualTo(1);
        assertThat(balance.has("message")).isFalse();
        assertThat(balance.path("msg").asText()).isEqualTo("success");
    }

    @Test
    void theRequestIdIsInBodyAndHeader() throws Exception {
        HttpResponse<String> response = http.send(http.signed(HttpTestClient.BALANCE));

        assertThat(response.body())
                .contains(response.headers().firstValue("x-request-id").orElseThrow());
    }

    private JsonNode extract(byte[] document) throws Exception {
        return http.postJson(
                HttpTestClient.EXTRACT,
                "{\"file\":{\"file_base64\":\"" + Base64.getEncoder().encodeToString(document)
                        + "\"},\"schema\":{\"type\":\"object\",\"properties\":{}}}");
    }

    private static void assertRejected(JsonNode response, int code, String message) {
        assertThat(response.path("code").asInt()).as(response.toString()).isEqualTo(code);
        assertThat(response.path("message").asText(response.path("msg").asText()))
                .contains(message);
        assertThat(service.billedCalls()).noneMatch(it -> it.outcome().equals(String.valueOf(code)));
    }
}

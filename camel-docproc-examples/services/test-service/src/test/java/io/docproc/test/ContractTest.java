/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    @CsvSource(
            delimiter = '|',
            value = {
                "?enhance_mode=0 | enhance_mode is 0; allowed: -1, 1, 2, 3, 4, 5, 6",
                "?crop_image=2 | crop_image is 2; allowed: 0, 1",
                "?only_position=true | only_position is true; allowed: 0, 1",
                "?jpeg_quality=101 | jpeg_quality is 101; allowed: 1 to 100",
                "?size_and_position=1 | query parameter is size_and_position",
                "?size_and_positon=0,0,1,1 | size_and_positon must be width,height,x1,y1,x2,y2,x3,y3,x4,y4; there are 4 values",
                "?size_and_positon=0,0,0,0,0,9,9,9,9,0 | clockwise",
                "?crop_image=1&crop_image=1 | crop_image is [1, 1]; allowed: one value"
            })
    void anInvalidCropParameterIsRejected(String query, String message) throws Exception {
        assertRejected(http.crop(query, Documents.PDF), 40004, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<svg xmlns='x'/> | 40301 | image/svg+xml",
                "<?xml version='1.0'?><!-- a --><svg/> | 40301 | image/svg+xml",
                "<html><svg>hello</svg></html> | 40303 | text/html",
                "<!DOCTYPE html><title>hello</title> | 40303 | text/html",
                "<?xml version='1.0'?><a/> | 40303 | application/xml",
                "{\\rtf1 hello} | 40303 | application/rtf",
                "plain words about <html> and <svg> | 40303 | text/plain",
                "BMW needs an invoice over 12.00 EUR | 40303 | text/plain",
                "....ftypheic | 40301 | image/heic",
                "GIF89a | 40301 | corrupted",
                "'' | 40305 | empty"
            })
    void anInvalidCropDocumentIsRejected(String content, int code, String message) throws Exception {
        assertRejected(http.crop("", content.getBytes(StandardCharsets.ISO_8859_1)), code, message);
    }

    @ParameterizedTest
    @CsvSource({"19, 200", "200, 19", "10001, 30"})
    void anImageBeyondTheLimitsIsRejected(int width, int height) throws Exception {
        assertRejected(http.crop("", Documents.image("png", width, height)), 40304, width + " x " + height);
    }

    @Test
    void aGifWithTwoFramesIsRejected() throws Exception {
        byte[] one = Documents.image("gif", 20, 20);
        int image = new String(one, StandardCharsets.ISO_8859_1).indexOf(',');
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.write(one, 0, one.length - 1);
        two.write(one, image, one.length - image);

        assertThat(http.crop("", one).path("code").asInt()).isEqualTo(200);
        assertRejected(http.crop("", two.toByteArray()), 40301, "2 frames");
    }

    @Test
    void extractionHasWiderLimitsForCompactImages() throws Exception {
        assertThat(extract(Documents.image("png", 10_001, 5_001)).path("code").asInt())
                .isEqualTo(200);
        assertRejected(extract(Documents.image("png", 10_001, 5_000)), 40304, "10001 x 5000");
    }

    @Test
    void aDocumentAboveFiftyMegabytesIsRejected() throws Exception {
        assertRejected(http.crop("", new byte[50 * 1024 * 1024 + 1]), 40302, "file size exceeds 50 MB");
    }

    @Test
    void officeFilesAreRecognizedByTheirEntries() throws Exception {
        assertThat(extract(zip("word/document.xml")).path("code").asInt()).isEqualTo(200);
        assertRejected(extract(zip("readme.txt")), 40303, "application/zip");
        assertRejected(extract(new byte[] {'P', 'K', 3, 4, 0}), 40422, "corrupted");
        assertRejected(extract(new byte[] {0, 1, 2, 3}), 40425, "not supported");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 40305 | file.file_base64 and file.file_url are missing",
                "{'file':{'file_base64':'?'}} | 40004 | Base64",
                "{'file':{'file_base64':'eA==','file_url':'http://a.example/b'}} | 40004 | not both",
                "{'file':{'name':'a'}} | 40004 | file member is name",
                "{'files':{}} | 40004 | body member is files",
                "{'schema':[]} | 40004 | schema is []",
                "{'schema':{'type':'object','properties':{'a':{'type':'text'}}}} | 40004 | schema.a.type",
                "{'schema':{'type':'object','properties':{},'required':['a']}} | 40004 | schema.required",
                "{'schema':{'type':'object'}} | 40004 | schema.properties is required",
                "{'parse_options':{'page_start':0}} | 40004 | parse_options.page_start is 0; allowed: integers from 1",
                "{'parse_options':{'crop_dewarp':true}} | 40004 | parse_options.crop_dewarp",
                "{'extract_options':{'stamp':1}} | 40004 | extract_options.stamp is 1; allowed: true, false",
                "[] | 40004 | a JSON object",
                "{ | 40004 | a JSON object"
            })
    void anInvalidExtractionRequestIsRejected(String request, int code, String message) throws Exception {
        String json = request.replace('\'', '"');
        boolean complete = json.endsWith("}") && !json.contains("\"schema\"");
        String body = complete
                ? json.substring(0, json.length() - 1) + (json.length() > 2 ? "," : "")
                        + "\"schema\":{\"type\":\"object\",\"properties\":{}}}"
                : json;

        assertRejected(http.postJson(HttpTestClient.EXTRACT, body), code, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {HttpTestClient.CROP, HttpTestClient.EXTRACT, HttpTestClient.PARSE_SYNC})
    void anotherContentTypeIsNoUpload(String path) throws Exception {
        assertRejected(http.post(path, "application/xml", BodyPublishers.ofString("x")), 40305, "application/xml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "config | text/plain | {} | Content-Type of config is text/plain",
                "config | application/json | {'scope':{'page_range':'5-2'}} | config.scope.page_range is 5-2",
                "config | application/json | {'capabilities':{'pages':1}} | config.capabilities.pages is 1",
                "config | application/json | [] | config is []",
                "webhook | text/plain | ftp://a.example | webhook is ftp://a.example; allowed: an http or https URL",
                "file_url | text/plain | http://a.example/b.pdf | either file or file_url, not both",
                "colour | text/plain | red | part is colour; allowed: config, file, file_url, webhook"
            })
    void anInvalidPartOfAFormIsRejected(String name, String contentType, String value, String message)
            throws Exception {
        JsonNode response = http.postForm(
                HttpTestClient.PARSE_ASYNC,
                HttpTestClient.part("file", "application/pdf", "%PDF-1.7"),
                HttpTestClient.part(name, contentType, value.replace('\'', '"')));

        assertRejected(response, 40004, message);
        assertThat(service.jobs()).isEmpty();
    }

    @Test
    void aFormRequiresADocumentAndASynchronousCallHasNoWebhook() throws Exception {
        String webhook = HttpTestClient.part("webhook", "text/plain", "http://a.example");

        assertRejected(http.postForm(HttpTestClient.PARSE_ASYNC, webhook), 40305, "the parts file and file_url");
        assertRejected(http.postForm(HttpTestClient.PARSE_SYNC, webhook), 40004, "part is webhook");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':'n'} | workspace_id is required",
                "{FIELD} | name is required",
                "{FIELD,'name':'n','alias':'a'} | alias is \"a\"; allowed: an array of strings",
                "{FIELD,'name':'n','extract_model':'best'} | extract_model is \"best\"",
                "{FIELD,'name':'n','transform_settings':{'type':'regex'}} | exactly one of datetime_settings"
            })
    void anInvalidFieldIsRejected(String request, String message) throws Exception {
        String body = request.replace("FIELD", FIELD).replace('\'', '"');

        assertRejected(http.postJson(HttpTestClient.ADD_FIELD, body), 40004, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{FIELD,'table_id':'t'} | collect_from_multi_table is required",
                "{FIELD,'table_id':'t','collect_from_multi_table':true,'extract_model':'Acgpt-VL'} | allowed: false",
                "{FIELD,'table_id':'t','collect_from_multi_table':true,'name':'LONG'} | allowed: at most 50 characters"
            })
    void anInvalidTableIsRejected(String request, String message) throws Exception {
        String body =
                request.replace("FIELD", FIELD).replace("LONG", "n".repeat(51)).replace('\'', '"');

        assertRejected(http.postJson(HttpTestClient.UPDATE_TABLE, body), 40004, message);
    }

    @Test
    void queriesAcceptOnlyTheirOwnParameters() throws Exception {
        assertRejected(http.get("/user/finance/package"), 40004, "Invalid params");
        assertRejected(http.get("/user/finance/package?api_path=/nowhere"), 40004, "Invalid params");
        assertRejected(http.get(HttpTestClient.BALANCE + "?page=1"), 40004, "query parameter is page; allowed: none");
    }

    @Test
    void unknownPathsAndMethodsAreInvalidUrls() throws Exception {
        assertRejected(http.get("/nowhere"), 40400, "GET /nowhere");
        assertRejected(http.get(HttpTestClient.CROP), 40400, "GET " + HttpTestClient.CROP);
        assertRejected(http.get(HttpTestClient.PARSE_ASYNC + "/unknown"), 40004, "job_id is unknown");
        assertRejected(http.get("/results/unknown"), 40400, "/results/unknown");
    }

    @Test
    void envelopesDifferByResource() throws Exception {
        JsonNode crop = http.crop("", Documents.PDF);
        JsonNode extract = extract(Documents.PDF);
        JsonNode balance = http.get(HttpTestClient.BALANCE);

        assertThat(crop.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+");
        assertThat(crop.path("msg")).isEqualTo(crop.path("message"));
        assertThat(extract.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+_\\d{8}");
        assertThat(extract.path("part_durations").size()).isEqualTo(5);
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

    private static byte[] zip(String entry) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write('x');
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }
}

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
            crop?size_and_positon=0,0,1,1 | %PDF- | 40004 | size_and_positon must be width,height,x1,y1,x2,y2,x3,y3,x4,y4; there are 4 values
            crop?size_and_positon=0,0,0,0,0,9,9,9,9,0 | %PDF- | 40004 | clockwise
            crop?crop_image=1&crop_image=1 | %PDF- | 40004 | crop_image is [1, 1]; allowed: one value
            crop | <svg xmlns='x'/> | 40301 | image/svg+xml
            crop | <?xml version='1.0'?><!-- a --><svg/> | 40301 | image/svg+xml
            crop | <html><svg>hello</svg></html> | 40303 | text/html
            crop | <!DOCTYPE html><title>hello</title> | 40303 | text/html
            crop | <?xml version='1.0'?><a/> | 40303 | application/xml
            crop | {\\rtf1 hello} | 40303 | application/rtf
            crop | plain words about <html> and <svg> | 40303 | text/plain
            crop | BMW needs an invoice over 12.00 EUR | 40303 | text/plain
            crop | ....ftypheic | 40301 | image/heic
            crop | GIF89a | 40301 | corrupted
            crop | '' | 40305 | empty
            extract | {} | 40305 | file.file_base64 and file.file_url are missing
            extract | {'file':{'file_base64':'?'}} | 40004 | Base64
            extract | {'file':{'file_base64':'eA==','file_url':'http://a.example/b'}} | 40004 | not both
            extract | {'file':{'name':'a'}} | 40004 | file member is name
            extract | {'files':{}} | 40004 | body member is files
            extract | {'schema':[]} | 40004 | schema is []
            extract | {'schema':{'type':'object','properties':{'a':{'type':'text'}}}} | 40004 | schema.a.type
            extract | {'schema':{'type':'object','properties':{},'required':['a']}} | 40004 | schema.required
            extract | {'schema':{'type':'object'}} | 40004 | schema.properties is required
            extract | {'parse_options':{'page_start':0}} | 40004 | parse_options.page_start is 0; allowed: integers from 1
            extract | {'parse_options':{'crop_dewarp':true}} | 40004 | parse_options.crop_dewarp
            extract | {'extract_options':{'stamp':1}} | 40004 | extract_options.stamp is 1; allowed: true, false
            extract | [] | 40004 | a JSON object
            extract | { | 40004 | a JSON object
            part config text/plain | {} | 40004 | Content-Type of config is text/plain
            part config application/json | {'scope':{'page_range':'5-2'}} | 40004 | config.scope.page_range is 5-2
            part config application/json | {'capabilities':{'pages':1}} | 40004 | config.capabilities.pages is 1
            part config application/json | [] | 40004 | config is []
            part webhook text/plain | ftp://a.example | 40004 | webhook is ftp://a.example; allowed: an http or https URL
            part file_url text/plain | http://a.example/b.pdf | 40004 | either file or file_url, not both
            part colour text/plain | red | 40004 | part is colour; allowed: config, file, file_url, webhook
            field | {'name':'n'} | 40004 | workspace_id is required
            field | {FIELD} | 40004 | name is required
            field | {FIELD,'name':'n','alias':'a'} | 40004 | alias is "a"; allowed: an array of strings
            field | {FIELD,'name':'n','extract_model':'best'} | 40004 | extract_model is "best"
            field | {FIELD,'name':'n','transform_settings':{'type':'regex'}} | 40004 | exactly one of datetime_settings
            table | {FIELD,'table_id':'t'} | 40004 | collect_from_multi_table is required
            table | {FIELD,'table_id':'t','collect_from_multi_table':true,'extract_model':'Acgpt-VL'} | 40004 | allowed: false
            table | {FIELD,'table_id':'t','collect_from_multi_table':true,'name':'LONG'} | 40004 | at most 50 characters
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
        String json =
                request.replace("FIELD", FIELD).replace("LONG", "n".repeat(51)).replace('\'', '"');
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the routes of the guides that serve HTTP. */
@Timeout(120)
final class DocumentedUploadsTest extends DocumentedRoutesFixture {
    private int port;

    @BeforeEach
    void startServer() throws Exception {
        port = TestContexts.startHttpServer(service.context());
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    @ParameterizedTest
    @EachDsl
    void theBodyOfARequestIsTheDocument(Dsl dsl) throws Exception {
        load(dsl);

        HttpResponse<byte[]> response = post("image/jpeg", Replies.JPEG);

        assertPage(response);
        assertThat(response.headers().map()).doesNotContainKey("customer");
    }

    @ParameterizedTest
    @EachDsl
    void theOnlyFileOfAFormIsTheDocument(Dsl dsl) throws Exception {
        load(dsl);

        HttpResponse<byte[]> response = post("multipart/form-data; boundary=b", form("scan.jpg"));

        assertPage(response);
    }

    @ParameterizedTest
    @EachDsl
    void theFirstOfSeveralPagesIsTheResponse(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(Replies.JPEG, Replies.DOCUMENT)));
        load(dsl);

        assertPage(post("image/jpeg", Replies.JPEG));
    }

    @ParameterizedTest
    @CsvSource({
        "YAML,40422,422",
        "XML,40422,422",
        "JAVA,40422,422",
        "YAML,40306,429",
        "YAML,40003,503",
        "YAML,500,502",
        "YAML,200,502"
    })
    void aFailureIsAnHttpStatusWithJson(Dsl dsl, int code, int status) throws Exception {
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":" + code + ",\"message\":\"at /srv/internal\"}"));
        load(dsl);

        HttpResponse<byte[]> response = post("image/jpeg", Replies.JPEG);

        assertThat(response.statusCode()).isEqualTo(status);
        String body = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(body).doesNotContain("/srv/internal");
        assertThat(Json.read(body).get("code").intValue()).isEqualTo(code);
    }

    @Test
    void aFormWithSeveralFilesIsRejected() throws Exception {
        load(Dsl.YAML);

        HttpResponse<byte[]> response = post("multipart/form-data; boundary=b", form("a.jpg", "b.jpg"));

        assertThat(response.statusCode()).isEqualTo(422);
        service.assertNothingSent();
    }

    @Test
    void theFieldsOfADocumentAreTheResponse() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        service.route(routes -> routes.from("platform-http:/pages")
                .to("docproc:extract?output=json&schema=RAW(" + Replies.SCHEMA + ")"));

        HttpResponse<byte[]> response = post("application/pdf", Replies.DOCUMENT);

        assertThat(response.headers().allValues("content-type")).isEqualTo(List.of("application/json"));
        assertThat(Json.read(new String(response.body(), StandardCharsets.UTF_8))
                        .get("total")
                        .asText())
                .isEqualTo("12.50");
    }

    @Test
    void anOptionIsNotAcceptedFromTheClient() throws Exception {
        load(Dsl.YAML);

        HttpRequest request = request("/pages", "image/jpeg", Replies.JPEG)
                .header("CamelDocprocEnhanceMode", "1")
                .build();
        assertPage(HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray()));

        assertThat(service.onlyRequest().getUrl()).contains("enhance_mode=5");
    }

    @ParameterizedTest
    @ValueSource(ints = {202, 413})
    void aBodyHasAtMost10MegabytesUnlessSet(int status) throws Exception {
        service.route(routes -> routes.from("platform-http:/pages")
                .setHeader(Exchange.HTTP_RESPONSE_CODE)
                .constant(202));
        int limit = 10 * 1024 * 1024;

        assertThat(post("image/jpeg", new byte[status == 202 ? limit : limit + 1])
                        .statusCode())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @EnumSource(names = {"YAML", "XML"})
    void aJobIsSubmittedAndItsStateAndResultAreRequested(Dsl dsl) throws Exception {
        service.server()
                .stubFor(Stubs.ok("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"j-1\"}}"));
        dsl.load(service.context(), "routes/jobs", null);

        HttpResponse<String> submitted = send(request("/jobs", "application/pdf", Replies.DOCUMENT));
        assertThat(submitted.statusCode()).isEqualTo(202);
        assertThat(submitted.headers().map()).doesNotContainKey("customer");
        assertThat(Json.read(submitted.body())).isEqualTo(Json.read("{\"job_id\":\"j-1\"}"));

        status("in_progress");
        assertThat(get("/jobs/j-1/result").statusCode()).isEqualTo(409);
        status("completed");
        assertThat(Json.read(get("/jobs/j-1").body()).get("status").asText()).isEqualTo("completed");
        assertThat(get("/jobs/j-1/result").body()).isEqualTo("# A");
    }

    private void status(String status) {
        service.server()
                .stubFor(Stubs.ok(
                        "/api/v1/xparse/parse/async/j-1",
                        "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"" + status + "\",\"result_url\":\""
                                + service.server().baseUrl() + "/results/j-1\"}}"));
        service.server().stubFor(Stubs.ok("/results/j-1", "{\"code\":200,\"data\":{\"markdown\":\"# A\"}}"));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path, "text/plain", new byte[0]).GET());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    private void load(Dsl dsl) throws Exception {
        dsl.load(service.context(), "routes/http", new DocumentedGuides.RestUpload());
    }

    private void assertPage(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("content-type")).isEqualTo(List.of("image/jpeg"));
        assertThat(response.body()).isEqualTo(Replies.JPEG);
        assertThat(service.onlyRequest().getBody()).isEqualTo(Replies.JPEG);
    }

    private HttpResponse<byte[]> post(String contentType, byte[] body) throws Exception {
        return HttpClient.newHttpClient()
                .send(request("/pages", contentType, body).build(), BodyHandlers.ofByteArray());
    }

    private HttpRequest.Builder request(String path, String contentType, byte[] body) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", contentType)
                .header("customer", "4711")
                .POST(BodyPublishers.ofByteArray(body));
    }

    private static byte[] form(String... names) throws IOException {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        for (String name : names) {
            form.writeBytes(("--b\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + name
                            + "\"\r\nContent-Type: image/jpeg\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            form.write(Replies.JPEG);
            form.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        form.writeBytes("--b--\r\n".getBytes(StandardCharsets.UTF_8));
        return form.toByteArray();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.LocalHttpServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the REST route of the guides with an HTTP server. */
@Timeout(120)
final class DocumentedUploadsTest extends DocumentedRoutesFixture {
    private int port;

    @BeforeEach
    void startServer() throws Exception {
        port = LocalHttpServer.start(service.context());
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.CROP;
import static io.docproc.local.RunningService.EXTRACT;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileUrlTest {
    private static final byte[] DOCUMENT = "a document on a web server".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path temp;

    private RunningService service;
    private HttpServer files;
    private String filesUrl;

    @BeforeEach
    void start() throws Exception {
        service = RunningService.echoing(temp, new LocalServiceOptions());
        files = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        files.createContext("/", FileUrlTest::serve);
        files.start();
        filesUrl = "http://127.0.0.1:" + files.getAddress().getPort();
    }

    private static void serve(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/scan.jpg" -> {
                exchange.sendResponseHeaders(200, DOCUMENT.length);
                exchange.getResponseBody().write(DOCUMENT);
            }
            case "/moved" -> {
                exchange.getResponseHeaders().set("Location", "/scan.jpg");
                exchange.sendResponseHeaders(302, -1);
            }
            case "/endless" -> {
                exchange.sendResponseHeaders(200, 0);
                OutputStream out = exchange.getResponseBody();
                byte[] chunk = new byte[1024 * 1024];
                while (true) {
                    out.write(chunk);
                }
            }
            default -> exchange.sendResponseHeaders(404, -1);
        }
        exchange.close();
    }

    @AfterEach
    void stop() {
        files.stop(0);
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/scan.jpg", "/moved"})
    void aTextPlainBodyIsTheUrlOfTheDocument(String path) throws Exception {
        RunningService.Response reply = cropUrl(filesUrl + path);

        assertThat(reply.json().at("/result/image_list/0/image").binaryValue()).isEqualTo(DOCUMENT);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void extractionUsesTheFileNameOfTheUrl() throws Exception {
        RunningService.Response reply = service.postJson(
                EXTRACT, "{\"file\":{\"file_url\":\"" + filesUrl + "/scan.jpg\"},\"schema\":{\"properties\":{}}}");

        assertThat(reply.json().at("/result/file_name").asText()).isEqualTo("scan.jpg");
        assertThat(reply.json().at("/result/bytes").asInt()).isEqualTo(DOCUMENT.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/hosts", "ftp://127.0.0.1/a.jpg", "a.jpg", "http://", "ht tp://x"})
    void otherUrlsThanHttpAreRejected(String url) throws Exception {
        RunningService.Response reply = cropUrl(url);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText()).contains("an http or https URL");
    }

    @Test
    void aMissingFileIsReportedWithoutTheQuery() throws Exception {
        RunningService.Response reply = cropUrl(filesUrl + "/gone.jpg?signature=s3cr3t");

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText())
                .contains("/gone.jpg (HTTP 404)")
                .doesNotContain("s3cr3t");
    }

    @Test
    void anEndlessDownloadIsAbortedAtFiftyMegabytes() throws Exception {
        assertThat(cropUrl(filesUrl + "/endless").code()).isEqualTo(40302);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void anUnreachableServerIsAParameterError() throws Exception {
        files.stop(0);

        assertThat(cropUrl(filesUrl + "/scan.jpg").code()).isEqualTo(40004);
    }

    private RunningService.Response cropUrl(String url) throws Exception {
        return service.post(CROP, "text/plain", BodyPublishers.ofString(url));
    }
}

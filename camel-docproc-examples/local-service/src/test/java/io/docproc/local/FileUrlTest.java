/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.CROP;
import static io.docproc.local.RunningService.EXTRACT;
import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.Undertow;
import io.undertow.util.Headers;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
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
    private Undertow files;
    private String filesUrl;

    @BeforeEach
    void start() throws Exception {
        service = RunningService.echoing(temp, new LocalServiceOptions());
        files = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setHandler(io.undertow.Handlers.path()
                        .addExactPath("/scan.jpg", it -> it.getResponseSender().send(ByteBuffer.wrap(DOCUMENT)))
                        .addExactPath("/moved", it -> {
                            it.setStatusCode(302);
                            it.getResponseHeaders().put(Headers.LOCATION, "/scan.jpg");
                        })
                        .addExactPath("/endless", new io.undertow.server.handlers.BlockingHandler(it -> {
                            try (OutputStream out = it.getOutputStream()) {
                                byte[] chunk = new byte[1024 * 1024];
                                while (true) {
                                    out.write(chunk);
                                }
                            }
                        })))
                .build();
        files.start();
        int port = ((InetSocketAddress) files.getListenerInfo().get(0).getAddress()).getPort();
        filesUrl = "http://127.0.0.1:" + port;
    }

    @AfterEach
    void stop() {
        files.stop();
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
        files.stop();

        assertThat(cropUrl(filesUrl + "/scan.jpg").code()).isEqualTo(40004);
    }

    private RunningService.Response cropUrl(String url) throws Exception {
        return service.post(CROP, "text/plain", BodyPublishers.ofString(url));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Body types that are accepted as documents, and how their bytes are sent. */
class DocumentInputTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED =
            "{\"code\":200,\"x_request_id\":\"r\",\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    private Change change;

    @BeforeEach
    void respondWithAnImage() {
        service.respondWith(CROPPED);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("scan.pdf"), content);
    }

    @Test
    void eachDocumentTypeIsSentUnchangedWithItsLength() throws IOException {
        File file = write(PDF).toFile();
        List<Object> bodies =
                List.of(file, file.toPath(), PDF, ByteBuffer.wrap(PDF).asReadOnlyBuffer(), new InputStreamCache(PDF));
        for (Object body : bodies) {
            service.server().resetRequests();

            service.call("docproc:crop", body);

            assertThat(service.onlyRequest().getBody())
                    .as(body.getClass().getName())
                    .isEqualTo(PDF);
            assertThat(service.onlyHeaders()).containsEntry("content-length", "" + PDF.length);
        }
    }

    @Test
    void aLongStreamIsSentInChunksAndAShortOneWithItsLength() {
        byte[] large = Arrays.copyOf(PDF, 700_000);
        service.call("docproc:crop", new ByteArrayInputStream(large));
        assertThat(service.onlyRequest().getBody()).isEqualTo(large);
        assertThat(service.onlyHeaders())
                .containsEntry("transfer-encoding", "chunked")
                .doesNotContainKey("content-length");
        service.server().resetRequests();

        service.call("docproc:crop", new ByteArrayInputStream(PDF));
        assertThat(service.onlyRequest().getBody()).isEqualTo(PDF);
        assertThat(service.onlyHeaders()).containsEntry("content-length", "" + PDF.length);
    }

    /** Returns the name, or the other one if no file can have it: a JVM without a locale has ASCII names only. */
    private static String fileName(String name, String ascii) {
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode(name)
                ? name
                : ascii;
    }

    @Test
    @CoversFault(19)
    void aFileThatChangesBeforeTheUploadIsADocumentError() throws IOException {
        Path file = write(PDF);
        assertThat(failureWhen(file, () -> Files.write(file, PDF, StandardOpenOption.APPEND)))
                .hasMessageContaining("scan.pdf grew");
        write(PDF);
        assertThat(failureWhen(file, () -> Files.write(file, new byte[2]))).hasMessageContaining("2 of " + PDF.length);
        write(PDF);
        assertThat(failureWhen(file, () -> Files.setLastModifiedTime(file, FileTime.fromMillis(1))))
                .hasMessageContaining("was changed while it was read");
        assertThat(failureWhen(file, () -> Files.delete(file))).hasMessageContaining("scan.pdf no longer exists");
    }

    /** As FTP consumers create them. */
    @Test
    void aRemoteFileIsItsDownload() throws IOException {
        for (Object download : List.of(PDF, write(PDF).toFile(), new ByteArrayInputStream(PDF))) {
            GenericFile<Object> remote = new GenericFile<>();
            remote.setFile(new Object());
            remote.setBody(download);
            service.server().resetRequests();
            service.call("docproc:crop", remote);
            assertThat(service.onlyRequest().getBody()).isEqualTo(PDF);
        }
    }

    @Test
    void theOptionFileNamePrecedesTheHeadersAndTheFile() throws IOException {
        Map<String, Object> headers = new HashMap<>(Map.of(Exchange.FILE_NAME_ONLY, "only.pdf"));
        assertThat(sentName("docproc:parseSync", Map.of())).isEqualTo("scan.pdf");
        assertThat(sentName("docproc:parseSync", headers)).isEqualTo("only.pdf");
        headers.put(Exchange.FILE_NAME, "in/box/header.pdf");
        assertThat(sentName("docproc:parseSync", headers)).isEqualTo("header.pdf");
        assertThat(sentName("docproc:parseSync?fileName=given.pdf", headers)).isEqualTo("given.pdf");
    }

    private String sentName(String uri, Map<String, Object> headers) throws IOException {
        service.server().resetRequests();
        service.respondWith("{\"code\":200,\"data\":{}}");
        service.call(uri, write(PDF), headers);
        return service.onlyRequest()
                .getPart("file")
                .getHeader("Content-Disposition")
                .firstValue()
                .replaceAll(".*filename=\"(.*)\".*", "$1");
    }

    private interface Change {
        void apply() throws IOException;
    }

    /** Returns the failure when a file changes after validation and before its first byte is sent. */
    private DocprocException failureWhen(Path document, Change applied) {
        change = applied;
        HttpClientConfigurer configurer =
                client -> client.addRequestInterceptorFirst((request, entity, context) -> change.apply());
        service.component().getConfiguration().setHttpOptions(Map.of("httpClientConfigurer", configurer));
        DocprocException failure = service.failure(DocprocDocumentException.class, "docproc:crop", document);
        assertThat(failure.isRetryable()).isFalse();
        return failure;
    }

    @Test
    void aFileRouteSendsTheFileWithItsName() throws Exception {
        byte[] large = Arrays.copyOf(PDF, 300_000);
        String name = fileName("发票.pdf", "invoice.pdf");
        Files.write(Files.createDirectories(folder.resolve("in")).resolve(name), large);
        service.respondWith("{\"code\":200,\"data\":{}}");
        // Before the route, which may be done with the file as soon as it has started.
        NotifyBuilder done = new NotifyBuilder(service.context()).whenDone(1).create();
        service.route(routes -> routes.from("file:" + folder.resolve("in") + "?initialDelay=0&delay=50")
                .to("docproc:parseSync"));

        assertThat(done.matches(60, TimeUnit.SECONDS)).isTrue();

        Request.Part part = service.onlyRequest().getPart("file");
        assertThat(part.getBody().asBytes()).isEqualTo(large);
        assertThat(part.getHeader("Content-Disposition").firstValue()).contains("filename=\"" + name + "\"");
    }
}

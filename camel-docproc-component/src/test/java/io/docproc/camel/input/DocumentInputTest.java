/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.commons.io.IOUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are accepted as documents, how their bytes are sent, and those that are rejected before the call. */
class DocumentInputTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED =
            "{\"code\":200,\"x_request_id\":\"r\",\"data\":{},\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";

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
    void aStreamIsSentWithItsLength() {
        for (byte[] document : List.of(Arrays.copyOf(PDF, 700_000), PDF)) {
            service.server().resetRequests();

            service.call("docproc:crop", new ByteArrayInputStream(document));

            assertThat(service.onlyRequest().getBody()).isEqualTo(document);
            assertThat(service.onlyHeaders()).containsEntry("content-length", "" + document.length);
        }
    }

    @Test
    void aStreamThatIsTheBodyAgainIsItsNextDocument() throws Exception {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            for (int number = 0; number < 3; number++) {
                zip.putNextEntry(new ZipEntry(number + ".pdf"));
                zip.write(("%PDF-1.7 " + number).getBytes(UTF_8));
            }
        }
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive.toByteArray()));
        InputStream entry = new FilterInputStream(zip) {
            @Override
            public void close() {}
        };
        service.route(routes -> routes.from("direct:entries")
                .streamCache("false")
                .loop(3)
                .process(exchange -> {
                    zip.getNextEntry();
                    exchange.getMessage().setBody(entry);
                })
                .to("docproc:crop"));

        service.call("direct:entries", "");

        assertThat(service.server().getAllServeEvents())
                .extracting(sent -> sent.getRequest().getBodyAsString())
                .containsExactlyInAnyOrder("%PDF-1.7 0", "%PDF-1.7 1", "%PDF-1.7 2");
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
        service.configuration().setHttpOptions(Map.of("httpClientConfigurer", configurer));
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

    private static final String SCHEMA = "RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})";

    private DocprocException rejection(String uri, Object body) {
        Exchange exchange = service.send(uri, body);
        assertThat(exchange.getException()).isInstanceOf(DocprocException.class);
        DocprocException rejection = (DocprocException) exchange.getException();
        assertThat(rejection.isRetryable()).isFalse();
        assertThat(rejection.getHttpStatus()).isZero();
        service.assertNothingSent();
        return rejection;
    }

    @ParameterizedTest
    @CoversFault(19)
    @ValueSource(strings = {"crop", "extract?schema=" + SCHEMA, "parseSync"})
    void aBodyThatIsNotADocumentIsRejectedBeforeTheCall(String operation) throws IOException {
        String uri = "docproc:" + operation;

        assertThat(rejection(uri, null).getCode()).isEqualTo(40305);
        assertThat(rejection(uri, new byte[0]).getCode()).isEqualTo(40305);
        assertThat(rejection(uri, InputStream.nullInputStream()).getCode()).isEqualTo(40305);
        assertThat(rejection(uri, write(new byte[0]).toFile()).getCode()).isEqualTo(40305);
        assertThat(rejection(uri, folder.resolve("vanished.pdf")).getCode()).isEqualTo(40305);
        assertThat(rejection(uri, folder)).hasMessageContaining("directory");
        assertThat(rejection(uri, "https://files.example.com/a.pdf"))
                .hasMessageContaining("a String")
                .hasMessageContaining("fileUrl");
        assertThat(rejection(uri, 42)).hasMessageContaining("java.lang.Integer");
        assertThat(rejection(uri, Map.of("a", 1))).hasMessageContaining("not one document");
    }

    @Test
    @CoversFault(19)
    void anEmptyDocumentIsRejectedAlsoWithoutValidation() {
        assertThat(rejection("docproc:crop?validateInput=false", new byte[0]).getCode())
                .isEqualTo(40305);
    }

    @ParameterizedTest
    @CoversFault({21, 22})
    @CsvSource({
        "crop, 52428801, 52428800",
        "extract?schema=RAW({}), 5368709120, 52428800",
        "parseSync, 524288001, 524288000",
        "parseSync, 5368709120, 524288000"
    })
    void aFileAboveTheLimitIsRejectedWithoutReadingIt(String operation, long length, long limit) throws IOException {
        Path huge = folder.resolve("huge.pdf");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(length);
        }

        DocprocException rejection =
                rejection("docproc:" + operation.replace("{}", "{\"properties\":{\"a\":{}}}"), huge);
        assertThat(rejection.getCode()).isEqualTo(40302);
        assertThat(rejection).hasMessageContaining(length + " bytes; accepted are at most " + limit);
    }

    @Test
    void aStreamIsRejectedAsSoonAsItExceedsTheLimit() throws IOException {
        try (Samples.Watched endless = Samples.endless(PDF, Long.MAX_VALUE)) {
            Exchange exchange = service.send("docproc:crop", endless);

            assertThat(exchange.getException()).isInstanceOf(DocprocDocumentException.class);
            assertThat(((DocprocException) exchange.getException()).getCode()).isEqualTo(40302);
            assertThat(endless.bytesRead()).isLessThan(51L * 1024 * 1024);
            assertThat(endless.closed()).isTrue();
        }
    }

    @Test
    void aStreamAboveTheLimitIsCompleteInTheFailedExchange() throws Exception {
        List<Long> failed = new ArrayList<>();
        service.route(routes -> routes.from("direct:large")
                .streamCache("false")
                .onException(DocprocDocumentException.class)
                .maximumRedeliveries(1)
                .redeliveryDelay(0)
                .handled(true)
                .process(exchange ->
                        failed.add(IOUtils.consume(exchange.getMessage().getBody(InputStream.class))))
                .end()
                .to("docproc:crop"));
        long length = 50 * 1024 * 1024 + 100_000;
        for (boolean isRemoteFile : new boolean[] {false, true}) {
            try (Samples.Watched stream = Samples.endless(PDF, length)) {
                GenericFile<Object> remote = new GenericFile<>();
                remote.setFile(new Object());
                remote.setBody(stream);
                service.call("direct:large", isRemoteFile ? remote : stream);
                assertThat(stream.closed()).isTrue();
            }
        }

        assertThat(failed).containsExactly(length, length);
        service.assertNothingSent();
    }

    @Test
    void aStreamThatIsRejectedOrCannotBeReadIsClosed() throws IOException {
        for (byte[] content : new byte[][] {{}, Samples.ascii("\177ELF\2\1\1")}) {
            try (Samples.Watched stream = new Samples.Watched(new ByteArrayInputStream(content))) {
                rejection("docproc:crop", stream);
                assertThat(stream.closed()).isTrue();
            }
        }
        try (Samples.Watched broken = new Samples.Watched(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("bucket gone");
            }
        })) {
            assertThat(rejection("docproc:crop", broken)).hasRootCauseMessage("bucket gone");
            assertThat(broken.closed()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "crop, 20, 20, true",
        "crop, 19, 20, false",
        "crop, 20, 19, false",
        "crop, 10000, 20, true",
        "crop, 20, 10001, false",
        "crop, 10000, 10000, true",
        "crop, 10001, 9000, false",
        "extract, 20000, 10001, true",
        "extract, 20001, 15000, false",
        "extract, 10000, 5000, true",
        "extract, 10001, 5000, false",
        "extract, 19, 30, false",
        "parseSync, 1, 30000, true"
    })
    void imagesOutsideTheSizeLimitsAreRejected(String operation, int width, int height, boolean accepted) {
        String uri = "docproc:" + operation + (operation.equals("extract") ? "?schema=" + SCHEMA : "");
        service.respondWith(
                "{\"code\":200,\"data\":{},\"result\":{\"extracted_schema\":{},\"image_list\":[{\"image\":\"AAEC\"}]}}");

        Exchange exchange = service.send(uri, Samples.pngHeader(width, height));

        if (accepted) {
            assertThat(exchange.getException()).isNull();
        } else {
            assertThat(((DocprocException) exchange.getException()).getCode()).isEqualTo(40304);
            assertThat(exchange.getException()).hasMessageContaining(width + " x " + height);
            service.assertNothingSent();
        }
    }

    @Test
    @CoversFault(23)
    void theDetectedTypeDecidesNotTheFileName() throws IOException {
        service.call("docproc:crop?fileName=photo.jpg", PDF);
        service.server().resetRequests();

        DocprocException rejection = rejection("docproc:crop?fileName=photo.jpg", Samples.ascii("just a text"));
        assertThat(rejection.getCode()).isEqualTo(40303);
        assertThat(rejection).hasMessageContaining("photo.jpg").hasMessageContaining("text/plain");

        assertThat(rejection("docproc:crop?fileName=scan.pdf", Samples.gif(2)).getCode())
                .isEqualTo(40301);
        assertThat(rejection("docproc:extract?fileName=scan.pdf&schema=" + SCHEMA, Samples.gif(1))
                        .getCode())
                .isEqualTo(40303);

        service.call(
                "docproc:parseSync?validateInput=false&fileName=scan.pdf&output=response", Samples.image("jpg", 9, 9));
        assertThat(service.requestBody()).contains("filename=\"scan.pdf\"");
    }
}

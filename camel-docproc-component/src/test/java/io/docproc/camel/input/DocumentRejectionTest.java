/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that the component rejects before the call. */
class DocumentRejectionTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED =
            "{\"code\":200,\"x_request_id\":\"r\",\"data\":{},\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";
    private static final String SCHEMA = "RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void respondWithAnImage() {
        service.respondWith(CROPPED);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("scan.pdf"), content);
    }

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

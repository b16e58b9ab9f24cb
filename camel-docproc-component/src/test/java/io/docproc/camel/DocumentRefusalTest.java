/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.document.Samples;
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

/** Which documents are refused before anything is sent. */
class DocumentRefusalTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED =
            "{\"code\":200,\"x_request_id\":\"r\",\"data\":{},\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";
    private static final String SCHEMA = "RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void answerWithAnImage() {
        service.answers(CROPPED);
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("scan.pdf"), content);
    }

    private DocprocException refusal(String uri, Object body) {
        Exchange exchange = service.send(uri, body);
        assertThat(exchange.getException()).isInstanceOf(DocprocException.class);
        DocprocException refusal = (DocprocException) exchange.getException();
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal.getHttpStatus()).isZero();
        service.assertNothingSent();
        return refusal;
    }

    @ParameterizedTest
    @Survives(19)
    @ValueSource(strings = {"crop", "extract?schema=" + SCHEMA, "parseSync"})
    void aBodyThatIsNoDocumentSendsNothing(String operation) throws IOException {
        String uri = "docproc:" + operation;

        assertThat(refusal(uri, null).getCode()).isEqualTo(40305);
        assertThat(refusal(uri, new byte[0]).getCode()).isEqualTo(40305);
        assertThat(refusal(uri, InputStream.nullInputStream()).getCode()).isEqualTo(40305);
        assertThat(refusal(uri, file(new byte[0]).toFile()).getCode()).isEqualTo(40305);
        assertThat(refusal(uri, folder.resolve("vanished.pdf")).getCode()).isEqualTo(40305);
        assertThat(refusal(uri, folder)).hasMessageContaining("directory");
        assertThat(refusal(uri, "https://files.example.com/a.pdf"))
                .hasMessageContaining("a String")
                .hasMessageContaining("fileUrl");
        assertThat(refusal(uri, 42)).hasMessageContaining("java.lang.Integer");
        assertThat(refusal(uri, Map.of("a", 1))).hasMessageContaining("not one document");
    }

    @Test
    @Survives(19)
    void anEmptyDocumentIsRefusedAlsoWithoutChecks() {
        assertThat(refusal("docproc:crop?validateInput=false", new byte[0]).getCode())
                .isEqualTo(40305);
    }

    @Test
    @Survives(21)
    void fiveGigabytesAreRefusedBeforeTheyAreRead() throws IOException {
        Path huge = folder.resolve("huge.pdf");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(5L * 1024 * 1024 * 1024);
        }

        assertThat(refusal("docproc:crop", huge).getCode()).isEqualTo(40302);
        assertThat(refusal("docproc:extract?schema=" + SCHEMA, huge)).hasMessageContaining("5368709120");
        assertThat(refusal("docproc:parseSync", huge).getCode()).isEqualTo(40302);
    }

    @Test
    void aStreamIsRefusedAsSoonAsItIsTooLong() throws IOException {
        try (Samples.Watched endless = Samples.endless(PDF, Long.MAX_VALUE)) {
            Exchange exchange = service.send("docproc:crop", endless);

            assertThat(exchange.getException()).isInstanceOf(DocprocDocumentException.class);
            assertThat(((DocprocException) exchange.getException()).getCode()).isEqualTo(40302);
            assertThat(endless.bytesRead()).isLessThan(51L * 1024 * 1024);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "crop, 20, 20, true",
        "crop, 19, 20, false",
        "crop, 10000, 10000, true",
        "crop, 10001, 9000, false",
        "extract, 20000, 10001, true",
        "extract, 20001, 15000, false",
        "extract, 10000, 5000, true",
        "extract, 10001, 5000, false",
        "extract, 19, 30, false",
        "parseSync, 1, 30000, true"
    })
    void anImageBeyondTheServicesPixelsSendsNothing(String operation, int width, int height, boolean taken) {
        String uri = "docproc:" + operation + (operation.equals("extract") ? "?schema=" + SCHEMA : "");
        service.answers(
                "{\"code\":200,\"data\":{},\"result\":{\"extracted_schema\":{},\"image_list\":[{\"image\":\"AAEC\"}]}}");

        Exchange exchange = service.send(uri, Samples.pngHeader(width, height));

        if (taken) {
            assertThat(exchange.getException()).isNull();
        } else {
            assertThat(((DocprocException) exchange.getException()).getCode()).isEqualTo(40304);
            assertThat(exchange.getException()).hasMessageContaining(width + " x " + height);
            service.assertNothingSent();
        }
    }

    @Test
    @Survives(23)
    void theRealTypeCountsNotTheName() throws IOException {
        service.call("docproc:crop?fileName=photo.jpg", PDF);
        service.server().resetRequests();

        DocprocException refusal = refusal("docproc:crop?fileName=photo.jpg", Samples.ascii("just a text"));
        assertThat(refusal.getCode()).isEqualTo(40303);
        assertThat(refusal).hasMessageContaining("photo.jpg").hasMessageContaining("text/plain");

        assertThat(refusal("docproc:crop?fileName=scan.pdf", Samples.gif(2)).getCode())
                .isEqualTo(40301);
        assertThat(refusal("docproc:extract?fileName=scan.pdf&schema=" + SCHEMA, Samples.gif(1))
                        .getCode())
                .isEqualTo(40303);

        service.call(
                "docproc:parseSync?validateInput=false&fileName=scan.pdf&output=response", Samples.image("jpg", 9, 9));
        assertThat(service.onlyRequest().getBodyAsString()).contains("filename=\"scan.pdf\"");
    }
}

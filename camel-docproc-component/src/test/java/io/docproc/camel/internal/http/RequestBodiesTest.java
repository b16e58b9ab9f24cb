/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.camel.internal.body.Bytes;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.HttpEntity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes and the length of request bodies. */
final class RequestBodiesTest {
    private static final byte[] BEFORE = "{\"file\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER = "\"}".getBytes(StandardCharsets.UTF_8);

    /** From nothing to ten bytes, and around a buffer and the triples that Base64 takes of it. */
    static IntStream sizes() {
        return IntStream.concat(IntStream.rangeClosed(0, 10), IntStream.rangeClosed(64 * 1024 - 3, 64 * 1024 + 3));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void aDocumentIsSentUnchangedOrAsBase64OfKnownLength(int size) throws IOException {
        byte[] content = Bytes.some(size);
        HttpEntity binary = RequestBodies.octetStream(Bytes.of(content));
        assertThat(written(binary)).isEqualTo(content).hasSize((int) binary.getContentLength());

        HttpEntity json = RequestBodies.jsonAroundBase64(BEFORE, Bytes.of(content), AFTER);
        byte[] written = written(json);
        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo("{\"file\":\"" + Base64.getEncoder().encodeToString(content) + "\"}");
        assertThat(json.getContentLength()).isEqualTo(written.length);
        assertThat(written(json)).as("sent again").isEqualTo(written);
    }

    @Test
    void aFormHasTheDocumentedBytes() throws IOException {
        HttpEntity form = new RequestBodies.MultipartForm()
                .file("file", "发票 é.pdf", "application/pdf", Bytes.of("%PDF".getBytes(StandardCharsets.UTF_8)))
                .text("webhook", "https://example.com/?a=é")
                .json("config", "{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                .build();
        String type = "multipart/form-data; boundary=";
        assertThat(form.getContentType()).startsWith(type);
        String boundary = form.getContentType().substring(type.length());

        byte[] written = written(form);
        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo(String.join(
                        "\r\n",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"file\"; filename=\"发票 é.pdf\"",
                        "Content-Type: application/pdf",
                        "",
                        "%PDF",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"webhook\"",
                        "Content-Type: text/plain; charset=UTF-8",
                        "",
                        "https://example.com/?a=é",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"config\"",
                        "Content-Type: application/json",
                        "",
                        "{\"a\":1}",
                        "--" + boundary + "--",
                        ""));
        assertThat(form.getContentLength()).isEqualTo(written.length);
    }

    @Test
    @Survives(20)
    void aFileNameCannotInjectHeadersOrParameters() throws IOException {
        HttpEntity form = new RequestBodies.MultipartForm()
                .file("file", "a\"; name=\"config\r\nX-Other: 1", "application/pdf", Bytes.of(new byte[1]))
                .build();

        assertThat(new String(written(form), StandardCharsets.UTF_8))
                .contains("filename=\"a%22; name=%22config  X-Other: 1\"")
                .doesNotContain("\nX-Other");
    }

    @Test
    void aBodyOfUnknownLengthHasNoContentLength() {
        Document unknown = Bytes.ofUnknownLength(Bytes.some(1000));

        assertThat(RequestBodies.octetStream(unknown).getContentLength()).isEqualTo(-1);
        assertThat(RequestBodies.jsonAroundBase64(BEFORE, unknown, AFTER).getContentLength())
                .isEqualTo(-1);
    }

    @Test
    void aDocumentThatCannotBeReadIsNoConnectionFailure() {
        Document vanished = Bytes.unreadable("the file is gone");

        assertThatExceptionOfType(RequestBodies.UnreadableDocumentException.class)
                .isThrownBy(() -> written(RequestBodies.octetStream(vanished)))
                .withMessage("the scan cannot be read: the file is gone");
    }

    private static byte[] written(HttpEntity body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        return out.toByteArray();
    }
}

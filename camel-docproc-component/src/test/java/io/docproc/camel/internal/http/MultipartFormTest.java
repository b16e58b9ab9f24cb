/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static io.docproc.camel.internal.http.RequestBodiesTest.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.body.Bytes;
import io.docproc.camel.internal.body.ContentSource;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpEntity;
import org.junit.jupiter.api.Test;

final class MultipartFormTest {
    @Test
    void formHasDocumentedBytes() throws IOException {
        HttpEntity body = new MultipartForm()
                .file("file", "invoice.pdf", "application/pdf", Bytes.of("%PDF".getBytes(StandardCharsets.UTF_8)))
                .text("webhook", "https://example.com/?a=é")
                .json("config", "{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                .build();
        String boundary = boundary(body);

        assertThat(text(body))
                .isEqualTo(String.join(
                        "\r\n",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"file\"; filename=\"invoice.pdf\"",
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
    }

    @Test
    void lengthIsKnownIfDocumentLengthIsKnown() throws IOException {
        HttpEntity sized = form("a.pdf", Bytes.of(Bytes.some(40_000)));
        HttpEntity unknown = form("a.pdf", Bytes.ofUnknownLength(Bytes.some(40_000)));

        assertThat(sized.getContentLength()).isEqualTo(written(sized).length);
        assertThat(unknown.getContentLength()).isEqualTo(-1);
    }

    @Test
    @Survives(20)
    void fileNameIsSentAsUtf8() throws IOException {
        assertThat(text(form("发票 é.pdf", Bytes.of(new byte[1])))).contains("filename=\"发票 é.pdf\"\r\n");
    }

    @Test
    @Survives(20)
    void fileNameCannotInjectHeadersOrParameters() throws IOException {
        String text = text(form("a\"; name=\"config\r\nX-Other: 1", Bytes.of(new byte[1])));

        assertThat(text)
                .contains("filename=\"a%22; name=%22config  X-Other: 1\"")
                .doesNotContain("\nX-Other");
    }

    @Test
    void eachFormHasItsOwnBoundary() {
        assertThat(boundary(form("a", Bytes.of(new byte[0])))).isNotEqualTo(boundary(form("a", Bytes.of(new byte[0]))));
    }

    private static HttpEntity form(String fileName, ContentSource source) {
        return new MultipartForm()
                .file("file", fileName, "application/pdf", source)
                .build();
    }

    private static String boundary(HttpEntity body) {
        assertThat(body.getContentType()).startsWith("multipart/form-data; boundary=");
        return body.getContentType().substring("multipart/form-data; boundary=".length());
    }

    private static String text(HttpEntity body) throws IOException {
        return new String(written(body), StandardCharsets.UTF_8);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms as different clients send them. */
class FormTest {
    private static final String PDF = "Content-Type: application/pdf\r\n\r\n%PDF-1.7";

    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private final HttpTestClient http = new HttpTestClient(service);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "filename=\"a b.pdf\" | a b.pdf",
                "filename=a.pdf | a.pdf",
                "FileName = \"a.pdf\" | a.pdf",
                "filename=\"R\u00fcck.pdf\" | R\u00fcck.pdf",
                "filename=\"a;name=b.pdf\" | a;name=b.pdf",
                "filename=\"a\\\"b.pdf\" | a\"b.pdf",
                "filename=\"C:\\scans\\a.pdf\" | C:\\scans\\a.pdf",
                "filename=\"x.pdf\"; filename*=UTF-8''R%C3%BCck%20a+b.pdf | R\u00fcck a+b.pdf",
                "size=1 | document"
            })
    void theFileNameIsThatOfTheClient(String parameter, String expected) throws Exception {
        JsonNode response = post("--limit\r\nContent-Disposition: form-data; name=\"file\"; " + parameter + "\r\n" + PDF
                + "\r\n--limit--\r\n");

        assertThat(response.path("code").asInt()).as(response.toString()).isEqualTo(200);
        assertThat(service.calls("parseSync").get(0).request().fileName()).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n--limi",
                "\r\n--limi\r\n--limi\r",
                "\r\r\n\n--limit",
                "--limit--",
                "\r\n-\r\n--\r\n--l\r\n",
                "\u0000\u00ff"
            })
    void theDocumentMayContainAlmostADelimiter(String content) throws Exception {
        JsonNode response =
                post("preamble\r\n--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
                        + content + "\r\n--limit--\r\nepilogue");

        assertThat(response.path("code").asInt()).as(response.toString()).isEqualTo(200);
        assertThat(service.calls("parseSync").get(0).document().bytes()).isEqualTo(content.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "'', incomplete",
        "no delimiter, incomplete",
        "'--limit\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nhalf', incomplete",
        "'--limit\r\nno header\r\n\r\nx\r\n--limit--', malformed",
        "'--limit\r\nContent-Disposition: form-data; name=\"file\"', malformed"
    })
    void aFormThatEndsEarlyIsRejected(String form, String reason) throws Exception {
        JsonNode response = post(form);

        assertThat(response.path("code").asInt()).isEqualTo(40004);
        assertThat(response.path("message").asText()).contains("body is " + reason);
        assertThat(service.billedCalls()).isEmpty();
    }

    @Test
    void theBoundaryMayBeQuoted() throws Exception {
        String form = "--a limit\r\nContent-Disposition: form-data; name=\"file\"\r\n" + PDF + "\r\n--a limit--";

        assertThat(http.post(
                                HttpTestClient.PARSE_SYNC,
                                "multipart/form-data; charset=utf-8; boundary=\"a limit\"",
                                BodyPublishers.ofString(form, ISO_8859_1))
                        .path("code")
                        .asInt())
                .isEqualTo(200);
    }

    private JsonNode post(String form) throws Exception {
        return http.post(
                HttpTestClient.PARSE_SYNC, "multipart/form-data; boundary=limit", BodyPublishers.ofString(form, UTF_8));
    }
}

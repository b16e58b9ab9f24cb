/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.ServiceDouble;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.builder.Builder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attachments of a mail or of an HTTP form as documents, with their own names. */
class AttachmentTest {
    private static final byte[] PDF = Arrays.copyOf(Samples.pdf(), 600_000);
    private static final byte[] SCAN = Samples.pngHeader(40, 30);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith("{\"code\":200,\"data\":{}}");
    }

    /** Adds a route that reads a mail, as the mail consumer does, and parses each of its attachments. */
    private void addMailRoute(Expression attachments) throws Exception {
        service.route(routes -> routes.from("direct:mail")
                .unmarshal()
                .mimeMultipart("mixed", true, true, false)
                .split(attachments)
                .to("docproc:parseSync?output=response"));
    }

    @Test
    void eachAttachmentOfAMailIsSentWithItsName() throws Exception {
        addMailRoute(Builder.simple("${attachments}"));

        service.call("direct:mail", mail());

        assertSent("invoice.pdf", PDF);
        assertSent("scan.png", SCAN);
        assertSent("\u53d1\u7968.png", SCAN);
    }

    @Test
    void optionAndHeaderTakePrecedenceOverTheNameOfTheAttachment() {
        String uri = "docproc:parseSync?output=response";
        service.call(uri, attachment(SCAN, "scan.png"), Map.of(Exchange.FILE_NAME, "header.png"));
        assertSent("header.png", SCAN);

        service.call(uri + "&fileName=option.png", attachment(SCAN, "scan.png"), Map.of(Exchange.FILE_NAME, "b.png"));
        assertSent("option.png", SCAN);
    }

    private static DataHandler attachment(byte[] content, String name) {
        ByteArrayDataSource source = new ByteArrayDataSource(content, "application/octet-stream");
        source.setName(name);
        return new DataHandler(source);
    }

    private static byte[] mail() {
        String part =
                "\r\n--b\r\nContent-Type: %s; name=\"%s\"\r\nContent-Disposition: attachment; filename=\"%2$s\"\r\n"
                        + "Content-Transfer-Encoding: base64\r\n\r\n%s";
        return Samples.ascii("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nPlease pay."
                + part.formatted(
                        "application/pdf",
                        "invoice.pdf",
                        Base64.getMimeEncoder().encodeToString(PDF))
                + part.formatted(
                        "image/png", "scan.png", Base64.getMimeEncoder().encodeToString(SCAN))
                + part.formatted(
                        "image/png",
                        "=?UTF-8?B?5Y+R56WoLnBuZw==?=",
                        Base64.getMimeEncoder().encodeToString(SCAN))
                + "\r\n--b--\r\n");
    }

    private void assertSent(String name, byte[] document) {
        service.server()
                .verify(
                        1,
                        WireMock.postRequestedFor(WireMock.anyUrl())
                                .withRequestBodyPart(WireMock.aMultipart("file")
                                        .withHeader(
                                                "Content-Disposition", WireMock.containing("filename=\"" + name + "\""))
                                        .withBody(WireMock.binaryEqualTo(document))
                                        .build()));
    }
}

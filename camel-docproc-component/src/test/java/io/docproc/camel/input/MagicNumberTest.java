/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents whose first bytes are, by chance, the magic number of another type: the service decides about them. */
class MagicNumberTest {
    private static final String EXTRACT =
            "docproc:extract?schema=RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})&fileName=";
    /** Magic numbers of other types that consist of letters. */
    private static final List<String> MAGIC_NUMBERS = List.of(
            "MZ", "BM", "PK", "ID3", "P4", "P6", "II", "MM", "BZh", "Rar!", "RIFF", "OggS", "FWS", "%!", "#!", "wOFF",
            "fLaC", "MThd", "FORM", "GIF8", "SIMPLE", "From ", "Obj", "TZif", "MSCF", "LZIP", "icns", "AC10", "@begin");

    /** More than the bytes in which a reader of PDF has to look for the header. */
    private static final String LONG_TEXT =
            """
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            a line of a cover letter, a line of a cover letter, a line of a cover letter, a line of a cover letter
            """;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith(
                "{\"code\":200,\"data\":{},\"result\":{\"extracted_schema\":{},\"image_list\":[{\"image\":\"AAEC\"}]}}");
    }

    @Test
    void aTextThatBeginsWithTheCharactersOfAMagicNumberIsSent() {
        for (String magic : MAGIC_NUMBERS) {
            for (String name : List.of("list.txt", "page.html", "download")) {
                service.call(EXTRACT + name, Samples.ascii(magic + " Verlag;12;3\n"));
            }
            for (String encoding : List.of("GBK", "UTF-16LE")) {
                byte[] text = "号合同编号：一二三\n".getBytes(Charset.forName(encoding));
                service.call(EXTRACT + "list.csv", concat(Samples.ascii(magic), text));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>\n",
                "<!DOCTYPE html>\r\n<html><body>\r\n",
                "<?xml version=\"1.0\"?>\n",
                "<!-- cached -->\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                LONG_TEXT,
                "<html>\n" + LONG_TEXT,
                "%!PS-Adobe-3.0 PDF-1.4\n",
                "MZ\n"
            })
    void aPdfAfterALineOfAnotherTypeIsSent(String line) {
        assertIsSent(concat(Samples.ascii(line), Samples.pdf()));
    }

    @Test
    void aPdfWhoseHeaderFollowsSixHundredBytesIsSent() throws IOException {
        assertIsSent(Files.readAllBytes(Path.of("src/test/resources/documents/pdf-header-at-600-ascii.pdf")));
    }

    private void assertIsSent(byte[] pdf) {
        for (String name : List.of("scan.pdf", "scan.PDF", "download", "scan.jpg")) {
            service.call("docproc:crop?fileName=" + name, pdf);
            service.call(EXTRACT + name, pdf);
            service.call("docproc:parseSync?output=response&fileName=" + name, pdf);
            assertThat(service.server().getAllServeEvents()).hasSize(3).noneSatisfy(event -> assertThat(
                            event.getRequest().getBodyAsString())
                    .contains("Content-Type: text/"));
            service.server().resetRequests();
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 35", "8, 1", "24, 40", "24, 32", "24, 0", "4, 33"})
    void anOs2BitmapOfADarkPictureIsSent(int bits, byte value) {
        ByteBuffer bitmap = ByteBuffer.allocate(30_000).order(ByteOrder.LITTLE_ENDIAN);
        bitmap.put(Samples.ascii("BM")).putInt(0x292D2B2A).putInt(0).putInt(26);
        bitmap.putInt(12).putShort((short) 0x2B2D).putShort((short) 0x2121);
        bitmap.putShort((short) 1).putShort((short) bits);
        Arrays.fill(bitmap.array(), bitmap.position(), bitmap.capacity(), value);

        for (String name : List.of("photo.bmp", "download")) {
            service.call("docproc:crop?fileName=" + name, bitmap.array());
        }
    }

    @Test
    void aShortMagicNumberDecidesIfTheNameAgrees() {
        assertRefused(EXTRACT + "setup.exe", 40303, Samples.ascii("MZ\220\0\3\0\0\0"));
        assertRefused(EXTRACT + "song.mp3", 40303, Samples.ascii("ID3\3\0\0\0\0"));
        assertRefused("docproc:crop?fileName=page.pbm", 40301, Samples.ascii("P4 16 16\n\0\0"));
    }

    private void assertRefused(String uri, int code, byte[] document) {
        service.server().resetRequests();
        Exchange exchange = service.send(uri, document);
        assertThat(exchange.getException())
                .isInstanceOfSatisfying(DocprocException.class, refusal -> assertThat(refusal.getCode())
                        .isEqualTo(code));
        service.assertNothingSent();
    }

    private static byte[] concat(byte[] start, byte[] rest) {
        byte[] whole = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, whole, start.length, rest.length);
        return whole;
    }
}

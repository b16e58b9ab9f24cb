/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.camel.Exchange;
import org.apache.tika.mime.MimeTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Documents whose first bytes are, by chance, the magic number of another type: the service decides about them. */
class MagicNumberTest {
    private static final String EXTRACT =
            "docproc:extract?schema=RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})&fileName=";
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|(.))|(.)", Pattern.DOTALL);
    private static final int LONGEST_SHORT_MAGIC = 4;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith(
                "{\"code\":200,\"data\":{},\"result\":{\"extracted_schema\":{},\"image_list\":[{\"image\":\"AAEC\"}]}}");
    }

    @Test
    void aTextThatBeginsWithTheCharactersOfAnyMagicNumberIsSent() throws Exception {
        List<byte[]> texts = magics().stream()
                .filter(MagicNumberTest::isText)
                .map(magic -> concat(magic, Samples.ascii(" Verlag;12;3\n")))
                .toList();
        assertThat(texts).hasSizeGreaterThan(200);

        assertThat(refused(texts, "list.txt", "page.html", "download")).isEmpty();
    }

    @Test
    void aTextOfAnyEncodingThatBeginsWithAShortMagicNumberIsSent() throws Exception {
        List<byte[]> texts = magics().stream()
                .filter(magic -> magic.length <= LONGEST_SHORT_MAGIC)
                .flatMap(magic -> Stream.of("GBK", "UTF-16LE")
                        .map(encoding -> concat(magic, "号合同编号：一二三\n".getBytes(Charset.forName(encoding)))))
                .toList();
        assertThat(texts).hasSizeGreaterThan(200);

        assertThat(refused(texts, "list.csv")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>\n",
                "<!DOCTYPE html>\r\n<html><body>\r\n",
                "<?xml version=\"1.0\"?>\n",
                "<!-- cached -->\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "MZ\n"
            })
    void aPdfAfterALineOfAnotherTypeIsSent(String line) {
        byte[] pdf = concat(Samples.ascii(line), Samples.pdf());

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
    @Survives(23)
    void aLongMagicNumberStillDecides() {
        assertRefused(EXTRACT + "a.txt", 40303, Samples.ascii("\0\0\0\30ftypmp42\0\0\0\0"));
        assertRefused(EXTRACT + "a.docx", 40303, Samples.ascii("SQLite format 3\0\1\0"));
        assertRefused("docproc:crop?fileName=a.jpg", 40301, Samples.ascii("8BPS\0\1\0\0\0\0\0\0\0\3"));
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

    /** Returns what was refused, and why. Each build sends a document with one of the names, the full matrix with all. */
    private Map<String, String> refused(List<byte[]> documents, String... names) {
        Map<String, String> refused = new LinkedHashMap<>();
        for (int index = 0; index < documents.size(); index++) {
            byte[] document = documents.get(index);
            for (String name : Matrix.isFull() ? List.of(names) : List.of(names[index % names.length])) {
                Exception refusal = service.send(EXTRACT + name, document).getException();
                if (refusal != null) {
                    refused.put(name + " " + Arrays.toString(document), refusal.getMessage());
                }
            }
        }
        return refused;
    }

    /** Returns every magic number that Tika's own table of types contains, with blanks between the parts of one. */
    private static List<byte[]> magics() throws Exception {
        List<byte[]> magics = new ArrayList<>();
        try (InputStream table = MimeTypes.class.getResourceAsStream("tika-mimetypes.xml")) {
            var matches = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(table)
                    .getElementsByTagName("match");
            for (int index = 0; index < matches.getLength(); index++) {
                Element match = (Element) matches.item(index);
                if (match.getElementsByTagName("match").getLength() == 0) {
                    magics.add(magic(match));
                }
            }
        }
        magics.removeIf(magic -> magic.length == 0);
        return magics;
    }

    /** Returns the magic number of a match and of those it is nested in; nothing if it is not given as bytes. */
    private static byte[] magic(Element match) throws IOException {
        byte[] outer = match.getParentNode() instanceof Element parent
                        && parent.getTagName().equals("match")
                ? magic(parent)
                : new byte[0];
        boolean isBytes = "string".equals(match.getAttribute("type")) && match.hasAttribute("value");
        String offset = match.getAttribute("offset").replaceFirst(":.*", "");
        if (!isBytes || offset.isEmpty() || match.hasAttribute("mask")) {
            return new byte[0];
        }
        byte[] value = bytes(match.getAttribute("value"));
        int start = Integer.parseInt(offset);
        byte[] whole = Arrays.copyOf(outer, Math.max(outer.length, start + value.length));
        Arrays.fill(whole, outer.length, whole.length, (byte) ' ');
        System.arraycopy(value, 0, whole, start, value.length);
        return whole;
    }

    private static byte[] bytes(String value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (value.startsWith("0x")) {
            for (int index = 2; index + 1 < value.length(); index += 2) {
                bytes.write(Integer.parseInt(value.substring(index, index + 2), 16));
            }
            return bytes.toByteArray();
        }
        for (Matcher next = ESCAPE.matcher(value); next.find(); ) {
            bytes.write(
                    next.group(1) != null
                            ? Integer.parseInt(next.group(1), 16)
                            : next.group(2) != null
                                    ? Integer.parseInt(next.group(2), 8)
                                    : escaped(next.group(3), next.group(4)));
        }
        return bytes.toByteArray();
    }

    private static int escaped(String escaped, String plain) {
        if (escaped == null) {
            return plain.charAt(0);
        }
        return switch (escaped) {
            case "n" -> '\n';
            case "r" -> '\r';
            case "t" -> '\t';
            default -> escaped.charAt(0);
        };
    }

    private static boolean isText(byte[] magic) {
        return new String(magic, StandardCharsets.ISO_8859_1).matches("[ -~\\t\\r\\n]+");
    }

    private static byte[] concat(byte[] start, byte[] rest) {
        byte[] whole = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, whole, start.length, rest.length);
        return whole;
    }
}

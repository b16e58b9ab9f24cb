/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static io.docproc.camel.internal.body.DocumentRules.CROP;
import static io.docproc.camel.internal.body.DocumentRules.EXTRACT;
import static io.docproc.camel.internal.body.DocumentRules.PARSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.CoversFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types and dimensions of documents, which are checked before a call. */
class DocumentTypeCheckTest {
    @Test
    void aDocumentOfWhichNoDigestIsComputedIsNotReadForIt() {
        Document document = new Document("the body", Optional.empty(), OptionalLong.of(1), () -> {
            throw new AssertionError("opened");
        });

        assertThat(document.digest()).isEmpty();
    }

    private static Stream<Arguments> accepted() throws IOException {
        byte[] office = Samples.zip("[Content_Types].xml", "_rels/.rels");
        byte[] word = Samples.zip("word/document.xml");
        byte[] ofd = Samples.zip("OFD.xml");
        byte[] csv = Samples.ascii("name;total\nalpha;12\n");
        byte[] unknown = {1, 2, 3, 4, 5, 6, 7};
        return Stream.of(
                arguments(CROP, Samples.image("jpg", 40, 30), "scan", "jpg"),
                arguments(CROP, Samples.image("png", 40, 30), "scan", "png"),
                arguments(CROP, Samples.image("bmp", 40, 30), "scan", "bmp"),
                arguments(CROP, Samples.image("tiff", 40, 30), "scan", "tiff"),
                arguments(CROP, Samples.image("gif", 40, 30), "scan", "gif"),
                arguments(CROP, Samples.gif(1), "scan.gif", "gif"),
                arguments(CROP, Samples.webpExtended(40, 30), "scan", "webp"),
                arguments(CROP, Samples.pdf(), "scan", "pdf"),
                arguments(CROP, Samples.image("jpg", 40, 30), "scan.pdf", "jpg"),
                arguments(EXTRACT, Samples.image("jpg", 40, 30), "scan.pdf", "jpg"),
                arguments(EXTRACT, Samples.pdf(), "scan.jpg", "pdf"),
                arguments(EXTRACT, Samples.image("png", 40, 30), "scan", "png"),
                arguments(EXTRACT, Samples.image("bmp", 40, 30), "scan", "bmp"),
                arguments(EXTRACT, Samples.image("tiff", 40, 30), "scan", "tiff"),
                arguments(EXTRACT, Samples.webpExtended(40, 30), "scan", "webp"),
                arguments(EXTRACT, Samples.webpLossless(40, 30), "scan", "webp"),
                arguments(EXTRACT, Samples.webpLossy(40, 30), "scan", "webp"),
                arguments(EXTRACT, office, "Report #1 50%.DOCX", "docx"),
                arguments(EXTRACT, office, "Report.XLSX", "xlsx"),
                arguments(EXTRACT, office, "Report.pptx", "pptx"),
                arguments(EXTRACT, word, "r.xlsx", "xlsx"),
                arguments(EXTRACT, office, "report.pdf", ""),
                arguments(EXTRACT, Samples.ole2(), "report.doc", "doc"),
                arguments(EXTRACT, Samples.ole2(), "report.xls", "xls"),
                arguments(EXTRACT, Samples.ole2(), "report.ppt", "ppt"),
                arguments(EXTRACT, Samples.ole2(), "download", ""),
                arguments(EXTRACT, ofd, "发票.ofd", "ofd"),
                arguments(EXTRACT, ofd, "download", ""),
                arguments(EXTRACT, csv, "list.csv", "csv"),
                arguments(EXTRACT, csv, "list.txt", "txt"),
                arguments(EXTRACT, csv, "list.docx", "txt"),
                arguments(EXTRACT, Samples.ascii("<!DOCTYPE html><html><body>x</body></html>"), "x", "html"),
                arguments(
                        EXTRACT,
                        Samples.ascii("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n"),
                        "x.mhtml",
                        "mhtml"),
                arguments(EXTRACT, Samples.ascii("From the office of the registrar\n\nfunction [x]"), "a.txt", null),
                arguments(EXTRACT, Samples.ascii("% a remark"), "letter.txt", null),
                arguments(EXTRACT, "合同编号：一二三\n".getBytes(Charset.forName("GBK")), "合同.txt", null),
                arguments(EXTRACT, "Total: 12\n".getBytes(StandardCharsets.UTF_16LE), "total.txt", null),
                arguments(CROP, unknown, "scan.jpg", ""),
                arguments(EXTRACT, unknown, "scan.jpg", ""),
                arguments(PARSE, Samples.gif(3), "x.gif", "gif"),
                arguments(PARSE, Samples.ascii("\177ELF\2\1\1"), "x", null));
    }

    /** The content decides, and the name only where several types have the same content. */
    @ParameterizedTest(name = "[{index}] {0} {2} {3}")
    @CoversFault({22, 23})
    @MethodSource("accepted")
    void aDocumentHasTheTypeOfItsContent(DocumentRules rules, byte[] content, String name, String extension) {
        DocumentType type = type(rules, content, name);

        if (extension != null) {
            assertThat(type.extension()).isEqualTo(extension);
            assertThat(type.contentType().equals("application/octet-stream")).isEqualTo(extension.isEmpty());
        }
    }

    private static Stream<Arguments> rejected() throws IOException {
        byte[] photoshop = Samples.ascii("8BPS\0\1\0\0\0\0\0\0\0\3");
        byte[] program = Samples.ascii("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0");
        return Stream.of(
                arguments(CROP, photoshop, "scan.jpg", 40301, "image/vnd.adobe.photoshop"),
                arguments(CROP, photoshop, "scan.jpg", 40301, "jpg, png, bmp, webp, pdf, tiff, gif"),
                arguments(CROP, Samples.gif(2), "scan.gif", 40301, "several frames"),
                arguments(EXTRACT, Samples.ascii("\0\0\0\30ftypmp42\0\0\0\0"), "film.pdf", 40303, "mp4"),
                arguments(EXTRACT, program, "x.docx", 40303, "has the type application/x-executable"),
                arguments(EXTRACT, Samples.zip("a.pdf"), "all.zip", 40303, "zip (application/zip)"));
    }

    @ParameterizedTest(name = "[{index}] {0} {2}")
    @CoversFault(22)
    @MethodSource("rejected")
    void anotherTypeIsRejected(DocumentRules rules, byte[] content, String name, int code, String message) {
        DocprocDocumentException refusal = refusal(rules, Samples.bytes(content, name));

        assertThat(refusal.getCode()).isEqualTo(code);
        assertThat(refusal).hasMessageContaining(name).hasMessageContaining(message);
    }

    private DocumentType type(DocumentRules rules, byte[] content, String name) {
        Document document = Samples.bytes(content, name);
        rules.check(document, "any");
        return document.type().orElseThrow();
    }

    private static final int MB = 1024 * 1024;

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "bmp", "gif", "tiff"})
    void dimensionsOfEveryFormatAreRead(String format) throws IOException {
        assertThat(refusal(DocumentRules.CROP, Samples.image(format, 300, 19))).hasMessageContaining("300 x 19");
    }

    @Test
    void dimensionsOfEveryWebpKindAreRead() {
        assertThat(refusal(DocumentRules.CROP, Samples.webpExtended(70_000, 19)))
                .hasMessageContaining("70000 x 19");
        assertThat(refusal(DocumentRules.CROP, Samples.webpLossless(16_383, 19)))
                .hasMessageContaining("16383 x 19");
        assertThat(refusal(DocumentRules.CROP, Samples.webpLossy(12_000, 19))).hasMessageContaining("12000 x 19");
    }

    @Test
    void dimensionsOfBigEndianTiffAreRead() {
        byte[] tiff = tiff(ByteOrder.BIG_ENDIAN, 9 * MB, 12_000, 300);

        assertThat(refusal(DocumentRules.CROP, tiff)).hasMessageContaining("12000 x 300");
    }

    @Test
    void dimensionsOfJpegWithLargeProfileAreRead() throws IOException {
        byte[] jpeg = Samples.image("jpg", 300, 19);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(jpeg, 0, 2);
        for (int segment = 0; segment < 20; segment++) {
            out.write(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xE2, (byte) 0xFF, (byte) 0xFF});
            out.write(new byte[0xFFFF - 2]);
        }
        out.write(jpeg, 2, jpeg.length - 2);

        assertThat(refusal(DocumentRules.CROP, out.toByteArray())).hasMessageContaining("300 x 19");
    }

    @Test
    void pngOfTwoBillionPixelsIsRejectedAtLowCost() {
        assertThat(refusal(DocumentRules.CROP, Samples.pngHeader(Integer.MAX_VALUE, Integer.MAX_VALUE)))
                .hasMessageContaining("2147483647 x 2147483647");
    }

    @Test
    void screenOfGifIsLargerThanItsFrame() throws IOException {
        byte[] gif = Samples.image("gif", 40, 10);
        ByteBuffer.wrap(gif).order(ByteOrder.LITTLE_ENDIAN).putShort(8, (short) 30);

        assertPasses(DocumentRules.CROP, gif);
    }

    @Test
    void unsetScreenOfGifHasTheSizeOfItsFrame() throws IOException {
        byte[] gif = Samples.image("gif", 40, 30);
        ByteBuffer.wrap(gif).order(ByteOrder.LITTLE_ENDIAN).putInt(6, 0);

        assertPasses(DocumentRules.CROP, gif);
    }

    @Test
    void imageThatTheReaderRejectsIsAccepted() throws IOException {
        byte[] lossless = Samples.image("jpg", 300, 19);
        for (int index = 0; index < lossless.length - 1; index++) {
            if (lossless[index] == (byte) 0xFF && lossless[index + 1] == (byte) 0xC0) {
                lossless[index + 1] = (byte) 0xC3;
            }
        }

        assertPasses(DocumentRules.CROP, lossless);
    }

    @Test
    void hostileTiffDirectoryIsAccepted() {
        byte[] hostile = new byte[MB];
        Arrays.fill(hostile, (byte) 0xFF);
        ByteBuffer.wrap(hostile)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(Samples.ascii("II"))
                .putShort((short) 42)
                .putInt(8);

        assertPasses(DocumentRules.CROP, hostile);
    }

    @Test
    void tiffWithLeadingThumbnailIsAccepted() {
        byte[] tiff = tiff(ByteOrder.LITTLE_ENDIAN, 8, 10, 10);
        assertThat(refusal(DocumentRules.CROP, tiff)).hasMessageContaining("10 x 10");
        ByteBuffer pages = ByteBuffer.wrap(tiff).order(ByteOrder.LITTLE_ENDIAN);
        int afterFirst = 8 + 2 + 7 * 12;
        pages.putInt(afterFirst, afterFirst + 4).position(afterFirst + 4);
        page(pages, 2_000, 3_000);

        assertPasses(DocumentRules.CROP, tiff);
    }

    private void assertPasses(DocumentRules rules, byte[] image) {
        assertThatCode(() -> rules.check(Samples.bytes(image, "scan"), "any")).doesNotThrowAnyException();
    }

    private DocprocDocumentException refusal(DocumentRules rules, byte[] image) {
        return refusal(rules, Samples.bytes(image, "scan"));
    }

    private DocprocDocumentException refusal(DocumentRules rules, Document document) {
        DocprocDocumentException refusal =
                catchThrowableOfType(DocprocDocumentException.class, () -> rules.check(document, "any"));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** An image of one strip whose only directory is at an offset. */
    private static byte[] tiff(ByteOrder order, int directory, int width, int height) {
        ByteBuffer tiff = ByteBuffer.allocate(directory + 300).order(order);
        tiff.put(Samples.ascii(order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM"));
        tiff.putShort((short) 42).putInt(directory).position(directory);
        page(tiff, width, height);
        return tiff.putInt(0).array();
    }

    private static void page(ByteBuffer tiff, int width, int height) {
        int[] fields = {256, width, 257, height, 259, 1, 262, 1, 273, 8, 278, height, 279, 1};
        tiff.putShort((short) (fields.length / 2));
        for (int field = 0; field < fields.length; field += 2) {
            tiff.putShort((short) fields[field]).putShort((short) 4).putInt(1).putInt(fields[field + 1]);
        }
    }
}

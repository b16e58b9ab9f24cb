/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTypeCheckTest {
    @ParameterizedTest
    @Survives(22)
    @ValueSource(strings = {"jpg", "png", "bmp", "tiff", "gif"})
    void cropAcceptsListedImageTypes(String format) throws IOException {
        assertThat(cropped(Samples.image(format, 40, 30), "scan").extension()).isEqualTo(format);
    }

    @Test
    void cropAcceptsWebpAndPdf() {
        assertThat(cropped(Samples.webpExtended(40, 30), "scan")).isEqualTo(DocumentType.WEBP);
        assertThat(cropped(Samples.pdf(), "scan")).isEqualTo(DocumentType.PDF);
    }

    @Test
    @Survives(23)
    void jpegNamedPdfIsDetectedAsJpeg() throws IOException {
        byte[] jpeg = Samples.image("jpg", 40, 30);

        assertThat(cropped(jpeg, "scan.pdf")).isEqualTo(DocumentType.JPEG);
        assertThat(extracted(jpeg, "scan.pdf").contentType()).isEqualTo("image/jpeg");
    }

    @Test
    void cropRejectsOtherImageTypesWith40301() {
        DocprocDocumentException refusal =
                refusal(DocumentRules.CROP, Samples.ascii("8BPS\0\1\0\0\0\0\0\0\0\3"), "scan.jpg");

        assertThat(refusal.getCode()).isEqualTo(40301);
        assertThat(refusal)
                .hasMessageContaining("image/vnd.adobe.photoshop")
                .hasMessageContaining("scan.jpg")
                .hasMessageContaining("jpg, png, bmp, webp, pdf, tiff, gif");
    }

    @Test
    void cropRejectsAnimatedGif() throws IOException {
        assertThat(cropped(Samples.gif(1), "scan.gif")).isEqualTo(DocumentType.GIF);

        DocprocDocumentException refusal = refusal(DocumentRules.CROP, Samples.gif(2), "scan.gif");
        assertThat(refusal.getCode()).isEqualTo(40301);
        assertThat(refusal).hasMessageContaining("several frames");
    }

    @Test
    void extractRejectsMediaAndProgramsOfAnyName() {
        assertThat(refusal(DocumentRules.EXTRACT, Samples.ascii("\0\0\0\30ftypmp42\0\0\0\0"), "film.pdf"))
                .hasMessageContaining("mp4");
        assertThat(refusal(DocumentRules.EXTRACT, Samples.ascii("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0"), "x.docx"))
                .hasMessageContaining("has the type application/x-executable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docx", "xlsx", "pptx"})
    void nameDistinguishesOfficeArchives(String extension) throws IOException {
        byte[] office = Samples.zip("[Content_Types].xml", "_rels/.rels");

        assertThat(extracted(office, "Report #1 50%." + extension.toUpperCase(Locale.ROOT))
                        .extension())
                .isEqualTo(extension);
        assertThat(extracted(Samples.zip("word/document.xml"), "r." + extension).extension())
                .isEqualTo(extension);
    }

    @ParameterizedTest
    @ValueSource(strings = {"doc", "xls", "ppt"})
    void nameDistinguishesOldOfficeDocuments(String extension) {
        assertThat(extracted(Samples.ole2(), "report." + extension).extension()).isEqualTo(extension);
    }

    @Test
    void ofdIsDetectedByName() throws IOException {
        assertThat(extracted(Samples.zip("OFD.xml"), "发票.ofd")).isEqualTo(DocumentType.OFD);
    }

    @Test
    void archiveOfUnknownNameIsAccepted() throws IOException {
        DocumentType type = extracted(Samples.zip("OFD.xml"), "download");

        assertThat(type.contentType()).isEqualTo("application/octet-stream");
        assertThat(extracted(Samples.ole2(), "download").extension()).isEmpty();
        assertThat(extracted(Samples.zip("[Content_Types].xml"), "report.pdf").extension())
                .isEmpty();
    }

    @Test
    void extractRejectsArchiveNamedZip() throws IOException {
        assertThat(refusal(DocumentRules.EXTRACT, Samples.zip("a.pdf"), "all.zip"))
                .hasMessageContaining("zip (application/zip)");
    }

    @Test
    void nameDistinguishesTextTypes() {
        byte[] text = Samples.ascii("name;total\nalpha;12\n");

        assertThat(extracted(text, "list.csv")).isEqualTo(DocumentType.CSV);
        assertThat(extracted(text, "list.txt")).isEqualTo(DocumentType.TXT);
        assertThat(extracted(text, "list.docx")).isEqualTo(DocumentType.TXT);
        assertThat(extracted(Samples.ascii("<!DOCTYPE html><html><body>x</body></html>"), "x"))
                .isEqualTo(DocumentType.HTML);
        assertThat(extracted(
                        Samples.ascii("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n"), "x.mhtml"))
                .isEqualTo(DocumentType.MHTML);
    }

    @Test
    void textResemblingOtherTypeIsAccepted() {
        assertThat(extracted(Samples.ascii("From the office of the registrar\n\nfunction [x]"), "letter.txt"))
                .isNotNull();
        assertThat(extracted(Samples.ascii("% a remark"), "letter.txt")).isNotNull();
        assertThat(extracted("合同编号：一二三\n".getBytes(Charset.forName("GBK")), "合同.txt"))
                .isNotNull();
        assertThat(extracted("Total: 12\n".getBytes(StandardCharsets.UTF_16LE), "total.txt"))
                .isNotNull();
    }

    @Test
    void unknownBytesAreAccepted() {
        byte[] unknown = {1, 2, 3, 4, 5, 6, 7};

        assertThat(cropped(unknown, "scan.jpg").contentType()).isEqualTo("application/octet-stream");
        assertThat(extracted(unknown, "scan.jpg").contentType()).isEqualTo("application/octet-stream");
    }

    @Test
    void parseAcceptsEveryType() throws IOException {
        assertThat(type(DocumentRules.PARSE, Samples.gif(3), "x.gif")).isEqualTo(DocumentType.GIF);
        assertThat(type(DocumentRules.PARSE, Samples.ascii("\177ELF\2\1\1"), "x"))
                .isNotNull();
    }

    private DocumentType cropped(byte[] content, String name) {
        return type(DocumentRules.CROP, content, name);
    }

    private DocumentType extracted(byte[] content, String name) {
        return type(DocumentRules.EXTRACT, content, name);
    }

    private DocumentType type(DocumentRules rules, byte[] content, String name) {
        return rules.check(Samples.bytes(content, name), "any").type().orElseThrow();
    }

    private DocprocDocumentException refusal(DocumentRules rules, byte[] content, String name) {
        DocprocDocumentException refusal =
                catchThrowableOfType(DocprocDocumentException.class, () -> type(rules, content, name));
        assertThat(refusal).isNotNull();
        return refusal;
    }
}

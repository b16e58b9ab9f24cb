/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static io.docproc.camel.internal.body.DocumentRules.CROP;
import static io.docproc.camel.internal.body.DocumentRules.EXTRACT;
import static io.docproc.camel.internal.body.DocumentRules.PARSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.CoversFault;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentTypeCheckTest {
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
        DocprocDocumentException refusal = refusal(rules, content, name);

        assertThat(refusal.getCode()).isEqualTo(code);
        assertThat(refusal).hasMessageContaining(name).hasMessageContaining(message);
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.local.WithSmallFiles;
import io.docproc.test.ServiceErrorException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectedDocumentsTest extends WithSmallFiles {
    @Test
    void anUnsupportedFormatIsRejectedWithItsMediaType() throws IOException {
        assertThat(rejection(40303, files.image("a.png", "gif", 100, 100))).contains("image/gif");
        assertThat(rejection(40303, files.zip("a.docx", Map.of("a.txt", "x")))).contains("application/zip");
        assertThat(rejection(40303, files.text("a.txt", "{\\rtf1 text}"))).contains("application/rtf");
        assertThat(rejection(40303, files.text("a.txt", "<?xml version='1.0'?><a/>")))
                .contains("application/xml");
    }

    @Test
    void bytesOfNoKnownFormatAreRejected() throws IOException {
        byte[] noise = new byte[400];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (i * 7 % 256);
        }

        assertThat(rejection(40425, files.bytes("a.pdf", noise))).contains("application/octet-stream");
    }

    @Test
    void invalidFilesAreCorrupted() throws IOException {
        byte[] pdf = Files.readAllBytes(files.pdf("ok.pdf", "text"));
        byte[] docx = Files.readAllBytes(files.docx("ok.docx", List.of("text")));
        byte[] xls = Files.readAllBytes(files.xls("ok.xls", List.of(List.of("text"))));
        byte[] png = Files.readAllBytes(files.image("ok.png", "png", 100, 100));

        rejection(40422, files.bytes("cut.pdf", Arrays.copyOf(pdf, 40)));
        rejection(40422, files.bytes("cut.docx", Arrays.copyOf(docx, docx.length / 2)));
        rejection(40422, files.bytes("cut.xls", Arrays.copyOf(xls, 600)));
        rejection(40422, files.bytes("cut.png", Arrays.copyOf(png, 12)));
        rejection(40422, files.bytes("empty.pdf", new byte[0]));
        rejection(40422, files.zip("hollow.xlsx", Map.of("xl/workbook.xml", "<not>a workbook")));
    }

    @Test
    void aMissingOrWrongPasswordIsRejectedAndNotShown() throws IOException {
        for (Path file :
                List.of(files.protectedPdf("p.pdf", "right", "text"), files.protectedDocx("p.docx", "right", "text"))) {
            rejection(40423, file);
            String message = rejection(40423, file, new ReadOptions(Optional.of("wrong-one"), PageSelection.ALL));
            assertThat(message).contains("password").doesNotContain("wrong-one");
        }
    }

    @Test
    void aPageThatDoesNotExistIsOutOfRange() throws IOException {
        ReadOptions third = new ReadOptions(Optional.empty(), PageSelection.starting(3, 1));

        assertThat(rejection(40424, files.pdf("two.pdf", "1", "2"), third))
                .contains("3")
                .contains("2");
        rejection(40424, files.text("one.txt", "1"), third);
        rejection(40424, files.image("one.png", "png", 50, 50), third);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-1", "2-1", "a", "", "1-", "1--2", "1,,2", "99999999999"})
    void anInvalidPageRangeIsAParameterError(String range) {
        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(() -> PageSelection.parse(range))
                .withMessageContaining("'" + range + "'")
                .satisfies(e -> assertThat(e.code()).isEqualTo(40004));
    }

    @ParameterizedTest
    @CsvSource({"19, 30", "20001, 20000", "10001, 5000", "20000, 19", "10001, 20"})
    void imagesBeyondTheLimitsAreRejectedByTheirHeader(int width, int height) throws IOException {
        Path file = files.pngHeader("huge.png", width, height);

        assertThat(rejection(40304, file)).contains(width + " x " + height);
    }

    @ParameterizedTest
    @CsvSource({"20, 20", "20000, 20000", "20000, 10001", "10000, 5000", "10000, 20"})
    void imagesWithinTheLimitsAreAcceptedWithoutDecodingThem(int width, int height) throws IOException {
        Path file = files.pngHeader("huge.png", width, height);

        Page page = new DocumentReaders()
                .read(file, "huge.png", ReadOptions.ALL)
                .pages()
                .get(0);

        assertThat(List.of(page.width(), page.height())).containsExactly((double) width, (double) height);
    }

    @Test
    void aZipBombInAnOfficeFileIsRejected() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
            zip.write(("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                            + "<Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>")
                    .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("word/document.xml"));
            zip.write("<a>".getBytes(StandardCharsets.UTF_8));
            byte[] blank = new byte[1_000_000];
            Arrays.fill(blank, (byte) ' ');
            for (int i = 0; i < 60; i++) {
                zip.write(blank);
            }
        }

        rejection(40422, files.bytes("bomb.docx", bytes.toByteArray()));
    }

    private static String rejection(int code, Path file) {
        return rejection(code, file, ReadOptions.ALL);
    }

    private static String rejection(int code, Path file, ReadOptions options) {
        ServiceErrorException[] thrown = new ServiceErrorException[1];
        assertThatExceptionOfType(ServiceErrorException.class)
                .as(file.getFileName().toString())
                .isThrownBy(() ->
                        new DocumentReaders().read(file, file.getFileName().toString(), options))
                .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .satisfies(e -> thrown[0] = e);
        return thrown[0].getMessage();
    }
}

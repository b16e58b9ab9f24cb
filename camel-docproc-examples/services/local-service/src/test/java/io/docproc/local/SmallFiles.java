/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.sl.usermodel.SlideShow;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;

/** Creates small files of each format in a folder. */
public final class SmallFiles {
    private final Path folder;

    public SmallFiles(Path folder) {
        this.folder = folder;
    }

    public Path text(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    public Path bytes(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    /**
     * Creates a PDF with a page for each text. The first line is at x = 50, y = 100, further lines are 20 points below.
     */
    public Path pdf(String name, String... pages) throws IOException {
        return pdf(name, 0, "", pages);
    }

    public Path turnedPdf(String name, int angle, String text) throws IOException {
        return pdf(name, angle, "", text);
    }

    public Path protectedPdf(String name, String password, String... pages) throws IOException {
        return pdf(name, 0, password, pages);
    }

    private Path pdf(String name, int angle, String password, String... pages) throws IOException {
        try (PDDocument pdf = new PDDocument()) {
            for (String text : pages) {
                PDPage page = new PDPage(PDRectangle.A4);
                page.setRotation(angle);
                pdf.addPage(page);
                write(pdf, page, text);
            }
            if (!password.isEmpty()) {
                pdf.protect(new StandardProtectionPolicy("owner", password, new AccessPermission()));
            }
            Path file = folder.resolve(name);
            pdf.save(file.toFile());
            return file;
        }
    }

    /** Creates an A4 page with an image, without text, and with a display rotation. */
    public Path scannedPdf(String name, int angle) throws IOException {
        try (PDDocument pdf = new PDDocument()) {
            PDPage page = new PDPage(PDRectangle.A4);
            page.setRotation(angle);
            pdf.addPage(page);
            BufferedImage scan = new BufferedImage(60, 80, BufferedImage.TYPE_BYTE_GRAY);
            try (PDPageContentStream content = new PDPageContentStream(pdf, page)) {
                content.drawImage(LosslessFactory.createFromImage(pdf, scan), 0, 0, 595, 842);
            }
            Path file = folder.resolve(name);
            pdf.save(file.toFile());
            return file;
        }
    }

    private static void write(PDDocument pdf, PDPage page, String text) throws IOException {
        try (PDPageContentStream content = new PDPageContentStream(pdf, page)) {
            float y = PDRectangle.A4.getHeight() - 100;
            for (String line : text.split("\n")) {
                content.beginText();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 11);
                content.newLineAtOffset(50, y);
                content.showText(line);
                content.endText();
                y -= 20;
            }
        }
    }

    public Path docx(String name, List<String> paragraphs) throws IOException {
        try (XWPFDocument document = new XWPFDocument()) {
            paragraphs.forEach(text -> document.createParagraph().createRun().setText(text));
            return save(name, document::write);
        }
    }

    public Path doc(String name, List<String> paragraphs) throws IOException {
        Path file = folder.resolve(name);
        MinimalDoc.write(file, paragraphs);
        return file;
    }

    public Path protectedDocx(String name, String password, String text) throws IOException {
        try (POIFSFileSystem container = new POIFSFileSystem();
                XWPFDocument document = new XWPFDocument()) {
            document.createParagraph().createRun().setText(text);
            Encryptor encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
            encryptor.confirmPassword(password);
            try (OutputStream out = encryptor.getDataStream(container)) {
                document.write(out);
            } catch (GeneralSecurityException e) {
                throw new IOException(e);
            }
            return save(name, container::writeFilesystem);
        }
    }

    public Path xlsx(String name, List<List<String>> rows) throws IOException {
        return sheet(name, new XSSFWorkbook(), rows);
    }

    public Path xls(String name, List<List<String>> rows) throws IOException {
        return sheet(name, new HSSFWorkbook(), rows);
    }

    private Path sheet(String name, Workbook workbook, List<List<String>> rows) throws IOException {
        try (workbook) {
            var sheet = workbook.createSheet("Data");
            for (int r = 0; r < rows.size(); r++) {
                Row row = sheet.createRow(r);
                for (int c = 0; c < rows.get(r).size(); c++) {
                    row.createCell(c).setCellValue(rows.get(r).get(c));
                }
            }
            return save(name, workbook::write);
        }
    }

    public Path pptx(String name, String... slides) throws IOException {
        return slides(name, new XMLSlideShow(), slides);
    }

    public Path ppt(String name, String... slides) throws IOException {
        return slides(name, new HSLFSlideShow(), slides);
    }

    private Path slides(String name, SlideShow<?, ?> show, String... slides) throws IOException {
        try (show) {
            for (String text : slides) {
                show.createSlide().createTextBox().setText(text);
            }
            return save(name, show::write);
        }
    }

    /** Creates an image in a format of ImageIO. */
    public Path image(String name, String format, int width, int height) throws IOException {
        Path file = folder.resolve(name);
        if (!ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, file.toFile())) {
            throw new IOException("no writer for " + format);
        }
        return file;
    }

    /** Creates the header of a PNG with these dimensions, without pixels. */
    public Path pngHeader(String name, int width, int height) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(17);
        chunk.put("IHDR".getBytes(StandardCharsets.UTF_8))
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 2, 0, 0, 0});
        CRC32 crc = new CRC32();
        crc.update(chunk.array());
        ByteBuffer png = ByteBuffer.allocate(45)
                .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10})
                .putInt(13)
                .put(chunk.array())
                .putInt((int) crc.getValue());
        return bytes(name, png.array());
    }

    public Path zip(String name, Map<String, String> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes(name, bytes.toByteArray());
    }

    private interface Saving {
        void to(OutputStream out) throws IOException;
    }

    private Path save(String name, Saving saving) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            saving.to(out);
        }
        return file;
    }
}

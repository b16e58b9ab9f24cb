/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

/** Draws text and lines on A4 pages, in points from the top-left corner. */
final class PdfCanvas implements Closeable {
    private static final double LINE_PITCH = 1.35;

    // Not shared, because a font keeps its object number of a document.
    private final PDType1Font regular = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
    private final PDType1Font bold = new PDType1Font(Standard14Fonts.FontName.HELVETICA_BOLD);

    private final PDDocument document = new PDDocument();
    private PDPageContentStream content;

    PdfCanvas() throws IOException {
        // A fixed seed makes the bytes reproducible.
        document.setDocumentId(1L);
        newPage();
    }

    void newPage() throws IOException {
        if (content != null) {
            content.close();
        }
        PDPage page = new PDPage(PDRectangle.A4);
        document.addPage(page);
        content = new PDPageContentStream(document, page);
    }

    /** Draws text with its baseline at {@code y}. */
    void text(double x, double y, double size, String text) throws IOException {
        draw(regular, x, y, size, text);
    }

    /** Draws bold text with its baseline at {@code y}. */
    void bold(double x, double y, double size, String text) throws IOException {
        draw(bold, x, y, size, text);
    }

    /** Draws text that ends at {@code right}. */
    void textTo(double right, double y, double size, String text) throws IOException {
        draw(regular, right - regular.getStringWidth(text) / 1000 * size, y, size, text);
    }

    /** Draws text wrapped at {@code width}, and returns the baseline below the last line. */
    double paragraph(double x, double y, double width, double size, String text) throws IOException {
        StringBuilder line = new StringBuilder();
        double baseline = y;
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (regular.getStringWidth(longer) / 1000 * size > width) {
                text(x, baseline, size, line.toString());
                baseline += LINE_PITCH * size;
                longer = word;
            }
            line.setLength(0);
            line.append(longer);
        }
        text(x, baseline, size, line.toString());
        return baseline + LINE_PITCH * size;
    }

    private void draw(PDType1Font font, double x, double y, double size, String text) throws IOException {
        content.beginText();
        content.setFont(font, (float) size);
        content.newLineAtOffset((float) x, fromBottom(y));
        content.showText(text);
        content.endText();
    }

    void line(double x1, double y1, double x2, double y2) throws IOException {
        content.setLineWidth(0.7f);
        content.moveTo((float) x1, fromBottom(y1));
        content.lineTo((float) x2, fromBottom(y2));
        content.stroke();
    }

    private static float fromBottom(double y) {
        return (float) (PDRectangle.A4.getHeight() - y);
    }

    void save(Path file) throws IOException {
        content.close();
        content = null;
        Files.deleteIfExists(file);
        document.save(file.toFile());
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/**
 * Reads the text layer of a PDF with positions. Tables are detected by ruling lines or by aligned columns, headings by
 * a font size above the usual one of the page. Text that does not run from left to right is ignored. Text of pages
 * without text layer is recognized.
 */
final class PdfReader implements DocumentReader {
    private final PageRecognizer recognizer;

    PdfReader(PageRecognizer recognizer) {
        this.recognizer = recognizer;
    }

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        try (PDDocument pdf = Loader.loadPDF(file.toFile(), options.password().orElse(""))) {
            int count = pdf.getNumberOfPages();
            if (count == 0) {
                throw new IOException("the PDF has no page");
            }
            options.pages().requireWithin(count);
            List<Page> pages = new ArrayList<>();
            for (int number = 1; number <= count; number++) {
                if (options.pages().includes(number)) {
                    pages.add(page(pdf, number));
                }
            }
            return new Document(type, count, pages);
        }
    }

    private Page page(PDDocument pdf, int number) throws IOException {
        PDPage page = pdf.getPage(number - 1);
        PDRectangle area = page.getCropBox();
        int angle = Math.floorMod(page.getRotation(), 360);
        boolean turned = angle == 90 || angle == 270;
        List<TextLine> lines = PdfLineStripper.lines(pdf, number);
        List<Block> blocks = lines.isEmpty()
                ? recognizer.blocks(pdf, number - 1)
                : new PageAssembler(lines, RuledGrid.among(PdfRulings.of(page))).blocks();
        return new Page(
                number,
                turned ? area.getHeight() : area.getWidth(),
                turned ? area.getWidth() : area.getHeight(),
                LengthUnit.POINT,
                angle,
                blocks);
    }
}

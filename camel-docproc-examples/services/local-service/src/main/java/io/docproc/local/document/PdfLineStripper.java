/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** Collects the words of a PDF page. */
final class PdfLineStripper extends PDFTextStripper {
    private static final double ASCENT = 0.8;
    private static final double DESCENT = 0.2;

    private final List<TextLine> words = new ArrayList<>();

    private PdfLineStripper() {
        setSortByPosition(true);
    }

    static List<TextLine> lines(PDDocument pdf, int pageNumber) throws IOException {
        PdfLineStripper stripper = new PdfLineStripper();
        stripper.setStartPage(pageNumber);
        stripper.setEndPage(pageNumber);
        stripper.writeText(pdf, Writer.nullWriter());
        return Rows.join(stripper.words);
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
        StringBuilder characters = new StringBuilder();
        List<Box> glyphs = new ArrayList<>();
        double size = 0;
        for (TextPosition position : positions) {
            String unicode = position.getUnicode();
            if (unicode != null && Math.round(position.getDir() - position.getRotation()) % 360 == 0) {
                size = Math.max(size, position.getFontSizeInPt());
                characters.append(unicode);
                addGlyphs(position, unicode.length(), glyphs);
            }
        }
        addWords(characters.toString(), glyphs, size);
    }

    private static void addGlyphs(TextPosition position, int count, List<Box> glyphs) {
        double size = position.getFontSizeInPt();
        double advance = position.getWidthDirAdj() / count;
        for (int i = 0; i < count; i++) {
            double left = position.getX() + i * advance;
            glyphs.add(
                    new Box(left, position.getY() - ASCENT * size, left + advance, position.getY() + DESCENT * size));
        }
    }

    private void addWords(String text, List<Box> glyphs, double size) {
        if (!text.isBlank()) {
            words.addAll(new TextLine(text.replace('\u00A0', ' '), glyphs, size).words());
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** Collects the words that PDFBox finds on a page and joins those that stand closely on one baseline. */
final class PdfLineStripper extends PDFTextStripper {
    /** A gap as wide as the font is high parts two columns; justified text stays below it. */
    private static final double COLUMN_GAP = 1.0;

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
        return join(stripper.words);
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

    private static List<TextLine> join(List<TextLine> words) {
        List<TextLine> sorted = new ArrayList<>(words);
        sorted.sort(Comparator.comparingDouble(word -> word.box().bottom()));
        List<TextLine> lines = new ArrayList<>();
        for (List<TextLine> row : Rows.of(sorted)) {
            TextLine open = row.get(0);
            for (TextLine next : row.subList(1, row.size())) {
                double gap = next.box().left() - open.box().right();
                if (gap > COLUMN_GAP * Math.max(open.size(), next.size())) {
                    lines.add(open);
                    open = next;
                } else {
                    open = joined(open, next);
                }
            }
            lines.add(open);
        }
        return lines;
    }

    private static TextLine joined(TextLine left, TextLine right) {
        List<Box> glyphs = new ArrayList<>(left.glyphs());
        Box last = left.glyphs().get(left.glyphs().size() - 1);
        Box first = right.glyphs().get(0);
        boolean parted = first.left() - last.right() > 0.1 * left.size();
        if (parted) {
            glyphs.add(new Box(last.right(), last.top(), Math.max(last.right(), first.left()), last.bottom()));
        }
        glyphs.addAll(right.glyphs());
        return new TextLine(
                left.text() + (parted ? " " : "") + right.text(), glyphs, Math.max(left.size(), right.size()));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Groups text by baseline. */
final class Rows {
    /** Maximum overlap of adjacent texts by kerning and slanted letters, in font sizes. */
    private static final double OVERLAP = 0.3;

    /** Minimum gap between columns, in font sizes; gaps of justified text are narrower. */
    private static final double COLUMN_GAP = 1.0;

    private Rows() {}

    /** Returns the rows from top to bottom with their texts from left to right. */
    static List<List<TextLine>> of(List<TextLine> pieces) {
        List<TextLine> sorted = new ArrayList<>(pieces);
        sorted.sort(Comparator.comparingDouble(piece -> piece.box().centerY()));
        List<List<TextLine>> rows = new ArrayList<>();
        for (TextLine piece : sorted) {
            List<TextLine> last = rows.isEmpty() ? List.of() : rows.get(rows.size() - 1);
            if (!last.isEmpty() && standsBeside(piece, last)) {
                last.add(piece);
            } else {
                rows.add(new ArrayList<>(List.of(piece)));
            }
        }
        rows.forEach(
                row -> row.sort(Comparator.comparingDouble(piece -> piece.box().left())));
        return rows;
    }

    /**
     * Returns whether a text is on the line of a row, and does not overlap its texts like wrapped lines of a table
     * cell.
     */
    private static boolean standsBeside(TextLine piece, List<TextLine> row) {
        Box box = piece.box();
        return row.get(row.size() - 1).box().sharesLineWith(box)
                && row.stream().allMatch(other -> other.box().horizontalOverlap(box) < OVERLAP * piece.size());
    }

    /** Joins adjacent words of a row to lines; a gap as wide as between columns separates two lines. */
    static List<TextLine> join(List<TextLine> words) {
        List<TextLine> sorted = new ArrayList<>(words);
        sorted.sort(Comparator.comparingDouble(word -> word.box().bottom()));
        List<TextLine> lines = new ArrayList<>();
        for (List<TextLine> row : of(sorted)) {
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Joins adjacent words on one baseline. */
final class LineJoiner {
    /** Minimum gap between columns, in font sizes; gaps of justified text are narrower. */
    private static final double COLUMN_GAP = 1.0;

    private LineJoiner() {}

    static List<TextLine> join(List<TextLine> words) {
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

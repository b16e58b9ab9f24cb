/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Groups text by baseline. */
final class Rows {
    /** Maximum overlap of adjacent texts by kerning and slanted letters, in font sizes. */
    private static final double OVERLAP = 0.3;

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
}

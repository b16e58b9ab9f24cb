/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Groups text by baseline. */
final class Rows {
    private Rows() {}

    /** The pieces that share a line, rows from top to bottom, pieces from left to right. */
    static List<List<TextLine>> of(List<TextLine> pieces) {
        List<TextLine> sorted = new ArrayList<>(pieces);
        sorted.sort(Comparator.comparingDouble(piece -> piece.box().centerY()));
        List<List<TextLine>> rows = new ArrayList<>();
        for (TextLine piece : sorted) {
            List<TextLine> last = rows.isEmpty() ? List.of() : rows.get(rows.size() - 1);
            if (!last.isEmpty() && last.get(last.size() - 1).box().sharesLineWith(piece.box())) {
                last.add(piece);
            } else {
                rows.add(new ArrayList<>(List.of(piece)));
            }
        }
        rows.forEach(
                row -> row.sort(Comparator.comparingDouble(piece -> piece.box().left())));
        return rows;
    }
}

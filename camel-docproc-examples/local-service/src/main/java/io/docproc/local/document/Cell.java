/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A cell of a table.
 *
 * @param column the first column that it covers, from 0
 * @param columnSpan how many columns it covers, 1 or more
 * @param box where the cell is
 * @param lines its text; an empty list for an empty cell
 */
public record Cell(int column, int columnSpan, Box box, List<TextLine> lines) {

    public Cell {
        lines = List.copyOf(lines);
    }

    public String text() {
        return lines.stream().map(TextLine::text).collect(Collectors.joining(" "));
    }
}

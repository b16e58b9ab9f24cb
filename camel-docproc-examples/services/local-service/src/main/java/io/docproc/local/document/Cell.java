/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Cell of a table.
 *
 * @param column first column, from 0
 * @param columnSpan number of columns, at least 1
 * @param box bounding box
 * @param lines text; empty for an empty cell
 */
public record Cell(int column, int columnSpan, Box box, List<TextLine> lines) {

    public Cell {
        lines = List.copyOf(lines);
    }

    public String text() {
        return lines.stream().map(TextLine::text).collect(Collectors.joining(" "));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * Table, or the part of a table on one page.
 *
 * @param rows cells of each row from left to right; rows can have different numbers of columns
 * @param box bounding box
 */
public record Table(List<List<Cell>> rows, Box box) implements Block {

    public Table {
        rows = rows.stream().map(List::copyOf).toList();
    }

    @Override
    public List<TextLine> lines() {
        return rows.stream()
                .flatMap(List::stream)
                .flatMap(cell -> cell.lines().stream())
                .toList();
    }

    public int columnCount() {
        return rows.stream()
                .flatMap(List::stream)
                .mapToInt(cell -> cell.column() + cell.columnSpan())
                .max()
                .orElse(0);
    }
}

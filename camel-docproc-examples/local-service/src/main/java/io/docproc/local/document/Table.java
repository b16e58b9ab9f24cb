/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * A table, or the part of a table that stands on one page.
 *
 * @param rows the cells of each row from left to right; a row may cover fewer columns than others
 * @param box where the table is
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Detects tables without ruling lines: a row of at least three headers, and below it rows with each text in the column
 * of a header. A single text closely below a row continues its cell.
 */
final class AlignedTable {
    private static final int MIN_COLUMNS = 3;
    /** Maximum distance between the rows of a table, in font sizes. */
    private static final double ROW_GAP = 2.5;

    private static final double WRAP_GAP = 0.5;

    /** A detected table with its number of text rows; 0 and an empty table if there is none. */
    record Found(Table table, int rowCount) {
        private static final Found NONE = new Found(new Table(List.of(), new Box(0, 0, 0, 0)), 0);
    }

    private final List<TextLine> header;
    private final double[] borders;
    private final List<List<List<TextLine>>> body = new ArrayList<>();

    private AlignedTable(List<TextLine> header) {
        this.header = header;
        borders = new double[header.size() - 1];
        for (int i = 0; i < borders.length; i++) {
            borders[i] = (header.get(i).box().right() + header.get(i + 1).box().left()) / 2;
        }
    }

    /** Returns the table that begins with row {@code start}. */
    static Found at(List<List<TextLine>> rows, int start) {
        List<TextLine> header = rows.get(start);
        if (header.size() < MIN_COLUMNS || header.stream().anyMatch(AlignedTable::isNoHeader)) {
            return Found.NONE;
        }
        AlignedTable table = new AlignedTable(header);
        int end = start + 1;
        while (end < rows.size() && table.takes(rows.get(end - 1), rows.get(end))) {
            end++;
        }
        boolean filled = table.body.stream().anyMatch(row -> filledCells(row) >= MIN_COLUMNS);
        return filled ? new Found(table.build(), end - start) : Found.NONE;
    }

    private static boolean isNoHeader(TextLine piece) {
        return piece.text().endsWith(":")
                || piece.text().endsWith("：")
                || piece.text().chars().noneMatch(Character::isLetter);
    }

    private static long filledCells(List<List<TextLine>> row) {
        return row.stream().filter(cell -> !cell.isEmpty()).count();
    }

    private boolean takes(List<TextLine> previous, List<TextLine> row) {
        double gap = row.get(0).box().top() - previous.get(0).box().bottom();
        double size = header.get(0).size();
        if (gap > ROW_GAP * size) {
            return false;
        }
        List<List<TextLine>> cells = IntStream.range(0, header.size())
                .<List<TextLine>>mapToObj(i -> new ArrayList<>())
                .toList();
        for (TextLine piece : row) {
            int column = column(piece);
            if (column < 0 || !cells.get(column).isEmpty()) {
                return false;
            }
            cells.get(column).add(piece);
        }
        if (row.size() == 1) {
            return continuesCell(cells, gap, size);
        }
        body.add(cells);
        return true;
    }

    private boolean continuesCell(List<List<TextLine>> cells, double gap, double size) {
        if (body.isEmpty() || gap > WRAP_GAP * size) {
            return false;
        }
        List<List<TextLine>> last = body.get(body.size() - 1);
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).isEmpty() && last.get(i).isEmpty()) {
                return false;
            }
            last.get(i).addAll(cells.get(i));
        }
        return true;
    }

    /** Returns the column whose only header overlaps the text; else the column that contains it, or -1. */
    private int column(TextLine piece) {
        int[] overlapped = IntStream.range(0, header.size())
                .filter(i -> header.get(i).box().horizontalOverlap(piece.box()) > 0)
                .toArray();
        if (overlapped.length == 1) {
            return overlapped[0];
        }
        if (overlapped.length > 1) {
            return -1;
        }
        int column = 0;
        while (column < borders.length && piece.box().centerX() > borders[column]) {
            column++;
        }
        return column;
    }

    private Table build() {
        List<List<List<TextLine>>> rows = new ArrayList<>();
        rows.add(header.stream().map(List::of).toList());
        rows.addAll(body);
        Box whole = Box.around(rows.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .map(TextLine::box)
                .toList());
        return new Table(rows.stream().map(row -> cells(row, whole)).toList(), whole);
    }

    private List<Cell> cells(List<List<TextLine>> row, Box whole) {
        List<Box> boxes = row.stream().flatMap(List::stream).map(TextLine::box).toList();
        Box band = Box.around(boxes);
        return IntStream.range(0, row.size())
                .mapToObj(column -> {
                    double left = column == 0 ? whole.left() : borders[column - 1];
                    double right = column == borders.length ? whole.right() : borders[column];
                    return new Cell(column, 1, new Box(left, band.top(), right, band.bottom()), row.get(column));
                })
                .toList();
    }
}

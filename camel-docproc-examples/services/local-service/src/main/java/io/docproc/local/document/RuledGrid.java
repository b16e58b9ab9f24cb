/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Ruling lines of a table: connected lines that form at least two cells.
 *
 * @param columns x coordinates of the column borders, from left to right
 * @param rows y coordinates of the row borders, from top to bottom
 */
record RuledGrid(List<Double> columns, List<Double> rows, List<Ruling> rulings) {

    /** Returns the grids that the lines form; other lines are ignored. */
    static List<RuledGrid> among(List<Ruling> rulings) {
        List<RuledGrid> grids = new ArrayList<>();
        List<Ruling> open = new ArrayList<>(rulings);
        while (!open.isEmpty()) {
            grid(takeConnected(open)).ifPresent(grids::add);
        }
        return grids;
    }

    private static List<Ruling> takeConnected(List<Ruling> open) {
        List<Ruling> group = new ArrayList<>(List.of(open.remove(open.size() - 1)));
        for (int i = 0; i < group.size(); i++) {
            Ruling member = group.get(i);
            List<Ruling> neighbours = open.stream().filter(member::touches).toList();
            group.addAll(neighbours);
            open.removeAll(neighbours);
        }
        return group;
    }

    private static Optional<RuledGrid> grid(List<Ruling> group) {
        List<Double> columns =
                borders(group.stream().filter(r -> !r.isHorizontal()).mapToDouble(Ruling::at));
        List<Double> rows = borders(group.stream().filter(Ruling::isHorizontal).mapToDouble(Ruling::at));
        boolean cells = columns.size() > 2 && rows.size() > 1 || columns.size() > 1 && rows.size() > 2;
        return cells ? Optional.of(new RuledGrid(columns, rows, group)) : Optional.empty();
    }

    private static List<Double> borders(DoubleStream places) {
        List<Double> borders = new ArrayList<>();
        places.sorted().forEach(place -> {
            if (borders.isEmpty() || place - borders.get(borders.size() - 1) > Ruling.TOLERANCE) {
                borders.add(place);
            }
        });
        return borders;
    }

    Box box() {
        return new Box(columns.get(0), rows.get(0), columns.get(columns.size() - 1), rows.get(rows.size() - 1));
    }

    /** Returns the table with the text lines within the grid. */
    Table table(Collection<TextLine> lines) {
        List<List<Cell>> tableRows = new ArrayList<>();
        for (int row = 0; row + 1 < rows.size(); row++) {
            List<Cell> cells = new ArrayList<>();
            int column = 0;
            while (column + 1 < columns.size()) {
                int span = span(row, column);
                Box box = new Box(columns.get(column), rows.get(row), columns.get(column + span), rows.get(row + 1));
                cells.add(new Cell(column, span, box, content(box, lines)));
                column += span;
            }
            tableRows.add(cells);
        }
        return new Table(tableRows, box());
    }

    /** Returns the end of a cell: the next border that is drawn in this row. */
    private int span(int row, int column) {
        int span = 1;
        while (column + span + 1 < columns.size() && !drawnBeside(row, columns.get(column + span))) {
            span++;
        }
        return span;
    }

    private boolean drawnBeside(int row, double x) {
        return rulings.stream()
                .anyMatch(ruling -> !ruling.isHorizontal()
                        && Math.abs(ruling.at() - x) <= Ruling.TOLERANCE
                        && ruling.covers(rows.get(row), rows.get(row + 1)));
    }

    private static List<TextLine> content(Box cell, Collection<TextLine> lines) {
        return lines.stream()
                .flatMap(line -> within(cell, line).stream())
                .sorted(Comparator.comparingDouble((TextLine line) -> line.box().centerY())
                        .thenComparingDouble(line -> line.box().left()))
                .toList();
    }

    /** Returns the words of a line that are in the cell, because a line can span narrow columns. */
    private static Optional<TextLine> within(Box cell, TextLine line) {
        int from = -1;
        int to = -1;
        for (int i = 0; i < line.text().length(); i++) {
            Box glyph = line.glyphs().get(i);
            if (!Character.isWhitespace(line.text().charAt(i)) && cell.contains(glyph.centerX(), glyph.centerY())) {
                from = from < 0 ? i : from;
                to = i + 1;
            }
        }
        return from < 0 ? Optional.empty() : Optional.of(line.slice(from, to));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups the lines of a page into tables, headings and paragraphs. */
final class PageAssembler {
    private static final double HEADING_RATIO = 1.15;
    /** Maximum distance between the lines of a paragraph, in font sizes. */
    private static final double LINE_GAP = 0.8;

    private static final double INDENT = 3;
    /** Tolerance of the right margin in font sizes. */
    private static final double RAGGED = 2.5;

    private final List<TextLine> lines;
    private final List<RuledGrid> grids;
    private final double bodySize;
    private final List<Double> headingSizes;
    private final double rightEdge;

    PageAssembler(List<TextLine> lines) {
        this(lines, List.of());
    }

    PageAssembler(List<TextLine> lines, List<RuledGrid> grids) {
        this.lines = lines;
        this.grids = grids;
        bodySize = usualSize(lines);
        headingSizes = lines.stream()
                .map(line -> rounded(line.size()))
                .filter(size -> size > HEADING_RATIO * bodySize)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
        rightEdge = lines.stream().mapToDouble(line -> line.box().right()).max().orElse(0);
    }

    /** Returns the blocks from top to bottom, and adjacent blocks from left to right. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        List<TextLine> free = new ArrayList<>(lines);
        for (RuledGrid grid : grids) {
            Table table = grid.table(lines);
            if (!table.lines().isEmpty()) {
                blocks.add(table);
                free.removeIf(line ->
                        grid.box().contains(line.box().centerX(), line.box().centerY()));
            }
        }
        List<List<TextLine>> rows = Rows.of(free);
        List<List<TextLine>> prose = new ArrayList<>();
        int row = 0;
        while (row < rows.size()) {
            AlignedTable.Found found = AlignedTable.at(rows, row);
            if (found.rowCount() > 0) {
                blocks.add(found.table());
                row += found.rowCount();
            } else {
                prose.add(rows.get(row++));
            }
        }
        blocks.addAll(paragraphs(prose));
        return inReadingOrder(blocks);
    }

    private List<Block> paragraphs(List<List<TextLine>> rows) {
        List<Block> blocks = new ArrayList<>();
        List<TextLine> open = new ArrayList<>();
        for (List<TextLine> row : rows) {
            if (!open.isEmpty() && row.size() == 1 && continues(open.get(open.size() - 1), row.get(0))) {
                open.add(row.get(0));
                continue;
            }
            flush(open, blocks);
            if (row.size() == 1) {
                open.add(row.get(0));
            } else {
                row.forEach(piece -> blocks.add(block(List.of(piece))));
            }
        }
        flush(open, blocks);
        return blocks;
    }

    private void flush(List<TextLine> open, List<Block> blocks) {
        if (!open.isEmpty()) {
            blocks.add(block(open));
            open.clear();
        }
    }

    private TextBlock block(List<TextLine> blockLines) {
        return new TextBlock(headingSizes.indexOf(rounded(blockLines.get(0).size())) + 1, blockLines);
    }

    /** Returns whether a line continues in the next one, because the first word of the next one does not fit on it. */
    private boolean continues(TextLine line, TextLine next) {
        Box upper = line.box();
        Box lower = next.box();
        double firstWord = next.words().get(0).box().width();
        return rounded(line.size()) == rounded(next.size())
                && Math.abs(upper.left() - lower.left()) <= INDENT
                && lower.top() - upper.bottom() <= LINE_GAP * line.size()
                && upper.right() + firstWord + RAGGED * line.size() >= rightEdge;
    }

    private static List<Block> inReadingOrder(List<Block> blocks) {
        // Comparing only the tops would reorder adjacent blocks by fractions of a point.
        List<List<Block>> rows = new ArrayList<>();
        blocks.sort(Comparator.comparingDouble(block -> block.box().top()));
        for (Block block : blocks) {
            if (rows.isEmpty() || !rows.get(rows.size() - 1).get(0).box().sharesLineWith(block.box())) {
                rows.add(new ArrayList<>());
            }
            rows.get(rows.size() - 1).add(block);
        }
        rows.forEach(
                row -> row.sort(Comparator.comparingDouble(block -> block.box().left())));
        return rows.stream().flatMap(List::stream).toList();
    }

    private static double usualSize(List<TextLine> lines) {
        Map<Double, Integer> characters = new HashMap<>();
        lines.forEach(line -> characters.merge(rounded(line.size()), line.text().length(), Integer::sum));
        return characters.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0.0);
    }

    private static double rounded(double size) {
        return Math.round(size * 2) / 2.0;
    }
}

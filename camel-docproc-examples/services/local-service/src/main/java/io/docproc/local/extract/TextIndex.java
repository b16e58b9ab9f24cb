/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.Block;
import io.docproc.local.document.Box;
import io.docproc.local.document.Cell;
import io.docproc.local.document.Document;
import io.docproc.local.document.Page;
import io.docproc.local.document.Table;
import io.docproc.local.document.TextBlock;
import io.docproc.local.document.TextLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Index of the lines of a document with their neighbours, and of its running text. */
final class TextIndex {
    /** Maximum distance of a text below its label, in font sizes. */
    private static final double BELOW = 2;

    private static final double ALIGNED = 3;
    private static final int MAX_LINES = 6;

    private final List<TextPosition> positions;
    private final Map<Integer, List<TextPosition>> byPage;
    private final List<TextSpan> paragraphs = new ArrayList<>();
    private final Set<String> headingWords;

    /** Indexes a document without the hidden lines, such as the rows of a table that was read. */
    TextIndex(Document document, Predicate<TextLine> hidden) {
        positions = new ArrayList<>();
        for (Page page : document.pages()) {
            for (Block block : page.blocks()) {
                if (block instanceof TextBlock text) {
                    text.lines()
                            .forEach(line -> positions.add(new TextPosition(page.number(), line, Optional.empty())));
                    paragraphs.add(new TextSpan(page.number(), text.lines()));
                } else if (block instanceof Table table) {
                    addCells(page, table, hidden);
                }
            }
        }
        byPage = positions.stream().collect(Collectors.groupingBy(TextPosition::page));
        headingWords = document.pages().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block instanceof TextBlock text && text.isHeading())
                .flatMap(block -> Label.words(((TextBlock) block).text()).stream())
                .collect(Collectors.toSet());
    }

    private void addCells(Page page, Table table, Predicate<TextLine> hidden) {
        for (List<Cell> row : table.rows()) {
            for (Cell cell : row) {
                cell.lines().stream()
                        .filter(hidden.negate())
                        .forEach(line -> positions.add(new TextPosition(page.number(), line, Optional.of(cell))));
            }
        }
    }

    List<TextPosition> positions() {
        return positions;
    }

    /** Returns running text by block. */
    List<TextSpan> paragraphs() {
        return paragraphs;
    }

    Set<String> headingWords() {
        return headingWords;
    }

    /** Returns the nearest text to the right on the same line. */
    Optional<TextPosition> right(TextPosition position) {
        Box box = position.box();
        return byPage.get(position.page()).stream()
                .filter(other ->
                        other.box().left() >= box.right() - 1 && other.box().sharesLineWith(box))
                .min(Comparator.comparingDouble(other -> other.box().left()));
    }

    /** Returns the nearest text closely below in the same column. */
    Optional<TextPosition> below(TextPosition position) {
        Box box = position.box();
        double reach = BELOW * position.line().size();
        return byPage.get(position.page()).stream()
                .filter(other -> other.box().centerY() > box.bottom()
                        && other.box().top() - box.bottom() <= reach
                        && other.box().horizontalOverlap(box) > 0)
                .min(Comparator.comparingDouble(
                                (TextPosition other) -> other.box().top())
                        .thenComparingDouble(other -> Math.abs(other.box().left() - box.left())));
    }

    /** Returns the texts above in the same column, the nearest first. */
    List<TextPosition> above(TextPosition position) {
        Box box = position.box();
        return byPage.get(position.page()).stream()
                .filter(other ->
                        other.box().centerY() < box.top() && other.box().horizontalOverlap(box) > 0)
                .sorted(Comparator.comparingDouble(
                                (TextPosition other) -> other.box().bottom())
                        .reversed())
                .toList();
    }

    /** Returns up to six lines from {@code first} with the same left edge, until one fulfils {@code stop}. */
    List<TextLine> linesFrom(int page, TextLine first, Predicate<TextLine> stop) {
        List<TextLine> lines = new ArrayList<>(List.of(first));
        while (lines.size() < MAX_LINES) {
            Box last = lines.get(lines.size() - 1).box();
            Optional<TextLine> next = byPage.get(page).stream()
                    .map(TextPosition::line)
                    .filter(line -> Math.abs(line.box().left() - last.left()) <= ALIGNED
                            && line.box().centerY() > last.bottom()
                            && line.box().top() - last.bottom() <= first.size())
                    .min(Comparator.comparingDouble(line -> line.box().top()));
            if (next.isEmpty() || stop.test(next.get())) {
                return lines;
            }
            lines.add(next.get());
        }
        return lines;
    }
}

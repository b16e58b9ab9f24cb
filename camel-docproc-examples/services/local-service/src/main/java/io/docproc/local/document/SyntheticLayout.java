/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Page layout of text without positions, so that each line has a position.
 *
 * <p>Pages are A4 in points (595 × 842; wider when a table needs it) with a margin of 50. Line {@code n} of a page
 * (from 0) has its top at {@code 50 + 16 n}; a page holds 46 lines. The font is {@value #SIZE} high and fixed in width:
 * {@value #ADVANCE} per character, twice that for CJK and full-width characters. A paragraph begins at the left margin
 * and is wrapped at the right one. Each table column is as wide as its longest cell, between 33 and 240 points.
 */
final class SyntheticLayout {
    static final double WIDTH = 595;
    static final double HEIGHT = 842;
    static final double MARGIN = 50;
    static final double SIZE = 11;
    static final double ADVANCE = 5.5;
    static final double PITCH = 16;

    private static final double MIN_COLUMN = 33;
    private static final double MAX_COLUMN = 240;
    private static final int LINES_PER_PAGE = (int) ((HEIGHT - 2 * MARGIN) / PITCH);

    private static final int TAB = 8;
    private static final int MAX_LINE_LENGTH = 90;
    private static final Pattern RUN = Pattern.compile("\\S+(?: \\S+)*");

    private final PageSelection wanted;
    private final List<Page> pages = new ArrayList<>();
    private List<Block> blocks = new ArrayList<>();
    private int pageNumber = 1;
    private double pageWidth = WIDTH;
    private int line;

    /** Creates a layout that keeps the selected pages and only counts the others. */
    SyntheticLayout(PageSelection wanted) {
        this.wanted = wanted;
    }

    void paragraph(String text) {
        textBlock(0, text);
    }

    /** Adds a heading of level 1 to 6. */
    void heading(int level, String text) {
        textBlock(Math.max(1, Math.min(6, level)), text);
    }

    private void textBlock(int headingLevel, String text) {
        List<TextLine> lines = new ArrayList<>();
        for (String part : wrap(text.strip(), WIDTH - 2 * MARGIN)) {
            if (line == LINES_PER_PAGE) {
                flush(headingLevel, lines);
                newPage();
            }
            if (wanted.includes(pageNumber)) {
                lines.add(place(part, MARGIN, line));
            }
            line++;
        }
        flush(headingLevel, lines);
    }

    private void flush(int headingLevel, List<TextLine> lines) {
        if (!lines.isEmpty()) {
            blocks.add(new TextBlock(headingLevel, lines));
            lines.clear();
        }
    }

    /** Adds a line with its spacing; two or more spaces or a tab separate texts. */
    void fixedLine(String text) {
        if (line == LINES_PER_PAGE) {
            newPage();
        }
        if (wanted.includes(pageNumber)) {
            RUN.matcher(expandTabs(text)).results().forEach(run -> {
                TextLine piece = place(run.group(), MARGIN + run.start() * ADVANCE, line);
                blocks.add(new TextBlock(0, List.of(piece)));
            });
        }
        line++;
    }

    /** Returns whether a line with its spacing fits on the page; a longer line is wrapped like a paragraph. */
    static boolean fits(String line) {
        return expandTabs(line).length() <= MAX_LINE_LENGTH;
    }

    /** Extends tabs to the next multiple of 8, at least to two spaces, so that a tab always separates texts. */
    private static String expandTabs(String line) {
        StringBuilder expanded = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            expanded.append(c == '\t' ? " ".repeat(Math.max(2, TAB - expanded.length() % TAB)) : c);
        }
        return expanded.toString();
    }

    /** Adds an empty line. */
    void gap() {
        if (line > 0 && line < LINES_PER_PAGE) {
            line++;
        }
    }

    /** Adds a table; line breaks separate the lines of a cell. */
    void table(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        double[] widths = IntStream.range(0, columns)
                .mapToDouble(column -> columnWidth(rows, column))
                .toArray();
        List<List<Cell>> placed = new ArrayList<>();
        for (List<String> row : rows) {
            List<List<String>> wrapped = new ArrayList<>();
            for (int column = 0; column < row.size(); column++) {
                double width = widths[column] - 2 * ADVANCE;
                wrapped.add(row.get(column)
                        .lines()
                        .flatMap(text -> wrap(text.strip(), width).stream())
                        .toList());
            }
            int height = wrapped.stream().mapToInt(List::size).max().orElse(1);
            if (line > 0 && line + height > LINES_PER_PAGE) {
                flushTable(placed, widths);
                newPage();
            }
            if (wanted.includes(pageNumber)) {
                placed.add(placeRow(wrapped, widths, Math.max(1, height)));
            }
            line += Math.max(1, height);
        }
        flushTable(placed, widths);
    }

    private List<Cell> placeRow(List<List<String>> row, double[] widths, int height) {
        List<Cell> cells = new ArrayList<>();
        double left = MARGIN;
        for (int column = 0; column < row.size(); column++) {
            List<TextLine> lines = new ArrayList<>();
            for (String part : row.get(column)) {
                lines.add(place(part, left, line + lines.size()));
            }
            double top = MARGIN + line * PITCH;
            Box box = new Box(left, top, left + widths[column], top + height * PITCH);
            cells.add(new Cell(column, 1, box, lines));
            left += widths[column];
        }
        return cells;
    }

    private void flushTable(List<List<Cell>> rows, double[] widths) {
        List<Box> boxes = rows.stream().flatMap(List::stream).map(Cell::box).toList();
        if (!boxes.isEmpty()) {
            blocks.add(new Table(rows, Box.around(boxes)));
            pageWidth = Math.max(pageWidth, 2 * MARGIN + Arrays.stream(widths).sum());
        }
        rows.clear();
    }

    private static double columnWidth(List<List<String>> rows, int column) {
        double longest = rows.stream()
                .filter(row -> column < row.size())
                .flatMap(row -> row.get(column).lines())
                .mapToDouble(SyntheticLayout::advance)
                .max()
                .orElse(0);
        return Math.max(MIN_COLUMN, Math.min(MAX_COLUMN, longest + 2 * ADVANCE));
    }

    /** Begins a page unless the current one is empty. */
    void newPage() {
        if (line > 0) {
            endPage();
        }
    }

    /** Ends the page, also if it is empty. */
    void endPage() {
        if (wanted.includes(pageNumber)) {
            pages.add(new Page(pageNumber, pageWidth, HEIGHT, LengthUnit.POINT, 0, blocks));
        }
        pageNumber++;
        blocks = new ArrayList<>();
        pageWidth = WIDTH;
        line = 0;
    }

    /**
     * Returns the document with its selected pages.
     *
     * @throws io.docproc.test.ServiceErrorException 40424 if a selected range begins after the last page
     */
    Document finish(DocumentType type) {
        if (line > 0 || pageNumber == 1) {
            endPage();
        }
        int count = pageNumber - 1;
        wanted.requireWithin(count);
        return new Document(type, count, pages);
    }

    private static TextLine place(String text, double left, int line) {
        double top = MARGIN + line * PITCH;
        List<Box> glyphs = new ArrayList<>(text.length());
        double x = left;
        for (int i = 0; i < text.length(); i++) {
            double next = x + advance(text.charAt(i));
            glyphs.add(new Box(x, top, next, top + SIZE));
            x = next;
        }
        return new TextLine(text, glyphs, SIZE);
    }

    private static List<String> wrap(String text, double width) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = fitting(text, start, width);
            int next = end;
            if (end < text.length()) {
                int space = end;
                while (space > start && text.charAt(space) != ' ') {
                    space--;
                }
                if (space > start) {
                    end = space;
                    next = space;
                }
            }
            lines.add(text.substring(start, end));
            while (next < text.length() && text.charAt(next) == ' ') {
                next++;
            }
            start = next;
        }
        return lines;
    }

    private static int fitting(String text, int start, double width) {
        double x = 0;
        int end = start;
        while (end < text.length() && (end == start || x + advance(text.charAt(end)) <= width)) {
            x += advance(text.charAt(end++));
        }
        return end;
    }

    private static double advance(String text) {
        return text.chars().mapToDouble(c -> advance((char) c)).sum();
    }

    private static double advance(char c) {
        return c >= 0x2E80 && c <= 0xFFEF && !Character.isSurrogate(c) ? 2 * ADVANCE : ADVANCE;
    }
}

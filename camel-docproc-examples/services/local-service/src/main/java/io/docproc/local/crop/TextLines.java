/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.binary.BinaryImageOps;
import boofcv.struct.ConnectRule;
import boofcv.struct.image.GrayU8;
import georegression.struct.point.Point2D_I32;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Text lines: letters that are close to each other and overlap vertically.
 *
 * @param lines the letters of each line from left to right
 */
record TextLines(List<List<Letter>> lines) {
    private static final int MIN_LETTERS = 4;

    /** Maximum gap between adjacent letters, in heights of a letter. */
    private static final double MAX_GAP = 0.9;

    private static final double MIN_OVERLAP = 0.5;
    private static final double MAX_HEIGHT_RATIO = 2.2;

    /** Maximum distance between aligned edges, as a share of the line height. */
    private static final double ALIGNMENT_TOLERANCE = 0.09;

    /** Letters that are compared with each other; in a longer segment a sloping line is not aligned. */
    private static final int SEGMENT_LENGTH = 14;

    /**
     * Bounding box of a connected component of ink pixels that has the size of a letter.
     *
     * @param left first column
     * @param top first row
     * @param right last column
     * @param bottom last row
     */
    record Letter(int left, int top, int right, int bottom) {
        private static final int MIN_SIZE = 5;
        private static final double MAX_SIZE = 0.05;
        private static final double MAX_ASPECT_RATIO = 8;

        /** Returns the components of ink (pixels with value 1) that may be letters, without rulings, blocks and specks. */
        static List<Letter> of(GrayU8 ink) {
            double largest = MAX_SIZE * Math.max(ink.width, ink.height);
            return BinaryImageOps.contourExternal(ink, ConnectRule.EIGHT).stream()
                    .filter(contour -> !contour.external.isEmpty())
                    .map(contour -> around(contour.external))
                    .filter(letter -> letter.isLetterSized(largest))
                    .toList();
        }

        private static Letter around(List<Point2D_I32> contour) {
            IntSummaryStatistics x = contour.stream().mapToInt(p -> p.x).summaryStatistics();
            IntSummaryStatistics y = contour.stream().mapToInt(p -> p.y).summaryStatistics();
            return new Letter(x.getMin(), y.getMin(), x.getMax(), y.getMax());
        }

        private boolean isLetterSized(double largest) {
            int longer = Math.max(width(), height());
            int shorter = Math.min(width(), height());
            return longer >= MIN_SIZE && longer <= largest && longer <= MAX_ASPECT_RATIO * shorter;
        }

        int width() {
            return right - left + 1;
        }

        int height() {
            return bottom - top + 1;
        }

        /** Returns the letter on the page rotated by 90 degrees counterclockwise. */
        Letter rotatedCounterclockwise() {
            return new Letter(top, -right, bottom, -left);
        }
    }

    static TextLines of(List<Letter> letters) {
        List<Letter> sorted =
                letters.stream().sorted(Comparator.comparingInt(Letter::left)).toList();
        List<List<Letter>> open = new ArrayList<>();
        List<List<Letter>> closed = new ArrayList<>();
        for (Letter letter : sorted) {
            open.removeIf(line -> {
                boolean passed = letter.left() - last(line).right()
                        > MAX_GAP * 3 * last(line).height();
                if (passed) closed.add(line);
                return passed;
            });
            open.stream()
                    .filter(line -> follows(letter, last(line)))
                    .min(Comparator.comparingInt(
                            line -> letter.left() - last(line).right()))
                    .ifPresentOrElse(line -> line.add(letter), () -> open.add(new ArrayList<>(List.of(letter))));
        }
        closed.addAll(open);
        return new TextLines(
                closed.stream().filter(line -> line.size() >= MIN_LETTERS).toList());
    }

    /** Returns the number of letters in lines. */
    int letters() {
        return lines.stream().mapToInt(List::size).sum();
    }

    /** Returns the share of letters with aligned lower edges less the share with aligned upper edges, -1 to 1. */
    double baselineEvidence() {
        double sum = 0;
        for (List<Letter> line : lines) {
            for (int from = 0; from < line.size(); from += SEGMENT_LENGTH) {
                List<Letter> segment = line.subList(from, Math.min(line.size(), from + SEGMENT_LENGTH));
                int height = segment.stream().mapToInt(Letter::height).max().orElseThrow();
                double tolerance = Math.max(1, ALIGNMENT_TOLERANCE * height);
                sum += aligned(segment, Letter::bottom, tolerance) - aligned(segment, Letter::top, tolerance);
            }
        }
        return sum / Math.max(1, letters());
    }

    /** Returns the largest number of letters whose edges are aligned. */
    private static int aligned(List<Letter> line, ToIntFunction<Letter> edge, double tolerance) {
        int most = 0;
        for (Letter reference : line) {
            int count = 0;
            for (Letter letter : line) {
                if (Math.abs(edge.applyAsInt(letter) - edge.applyAsInt(reference)) <= tolerance) count++;
            }
            most = Math.max(most, count);
        }
        return most;
    }

    private static boolean follows(Letter letter, Letter previous) {
        int smaller = Math.min(letter.height(), previous.height());
        int larger = Math.max(letter.height(), previous.height());
        int gap = letter.left() - previous.right();
        int overlap = Math.min(letter.bottom(), previous.bottom()) - Math.max(letter.top(), previous.top()) + 1;
        return gap > -smaller / 2
                && gap <= MAX_GAP * larger
                && overlap >= MIN_OVERLAP * smaller
                && larger <= MAX_HEIGHT_RATIO * smaller;
    }

    private static Letter last(List<Letter> line) {
        return line.get(line.size() - 1);
    }
}

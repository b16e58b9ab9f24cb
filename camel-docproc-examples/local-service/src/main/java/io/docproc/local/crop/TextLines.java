/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Letters that follow each other from left to right, closely and on one level.
 *
 * @param lines each with its letters from left to right
 */
record TextLines(List<List<Letter>> lines) {
    private static final int MIN_LETTERS = 4;

    /** The widest gap between neighbours, in heights of a letter. */
    private static final double MAX_GAP = 0.9;

    private static final double MIN_OVERLAP = 0.5;
    private static final double MAX_HEIGHT_RATIO = 2.2;

    /** Feet and heads within this share of the line's height are on one level. */
    private static final double LEVEL = 0.09;

    /** Letters that are compared with each other; more would suffer from a line that slopes a little. */
    private static final int STRETCH = 14;

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

    /** How many letters stand in lines. */
    int letters() {
        return lines.stream().mapToInt(List::size).sum();
    }

    /** The share of letters whose feet stand on their line's usual level less the share whose heads do, -1 to 1. */
    double evennessOfFeetOverHeads() {
        double sum = 0;
        for (List<Letter> line : lines) {
            for (int from = 0; from < line.size(); from += STRETCH) {
                List<Letter> stretch = line.subList(from, Math.min(line.size(), from + STRETCH));
                int height = stretch.stream().mapToInt(Letter::height).max().orElseThrow();
                double tolerance = Math.max(1, LEVEL * height);
                sum += onUsualLevel(stretch, Letter::bottom, tolerance) - onUsualLevel(stretch, Letter::top, tolerance);
            }
        }
        return sum / Math.max(1, letters());
    }

    /** The most letters whose edge lies on one level. */
    private static int onUsualLevel(List<Letter> line, ToIntFunction<Letter> edge, double tolerance) {
        int most = 0;
        for (Letter level : line) {
            int count = 0;
            for (Letter letter : line) {
                if (Math.abs(edge.applyAsInt(letter) - edge.applyAsInt(level)) <= tolerance) count++;
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

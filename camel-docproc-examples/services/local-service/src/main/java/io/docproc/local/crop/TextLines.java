/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Text lines: letters that are close to each other and overlap vertically.
 *
 * @param lines the letters of each line from left to right
 */
record TextLines(List<List<ConnectedComponent>> lines) {
    private static final int MIN_LETTERS = 4;

    /** Maximum gap between adjacent letters, in heights of a letter. */
    private static final double MAX_GAP = 0.9;

    private static final double MIN_OVERLAP = 0.5;
    private static final double MAX_HEIGHT_RATIO = 2.2;

    /** Maximum distance between aligned edges, as a share of the line height. */
    private static final double ALIGNMENT_TOLERANCE = 0.09;

    /** Letters that are compared with each other; in a longer segment a sloping line is not aligned. */
    private static final int SEGMENT_LENGTH = 14;

    static TextLines of(List<ConnectedComponent> letters) {
        List<ConnectedComponent> sorted = letters.stream()
                .sorted(Comparator.comparingInt(ConnectedComponent::left))
                .toList();
        List<List<ConnectedComponent>> open = new ArrayList<>();
        List<List<ConnectedComponent>> closed = new ArrayList<>();
        for (ConnectedComponent letter : sorted) {
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
        for (List<ConnectedComponent> line : lines) {
            for (int from = 0; from < line.size(); from += SEGMENT_LENGTH) {
                List<ConnectedComponent> segment = line.subList(from, Math.min(line.size(), from + SEGMENT_LENGTH));
                int height = segment.stream()
                        .mapToInt(ConnectedComponent::height)
                        .max()
                        .orElseThrow();
                double tolerance = Math.max(1, ALIGNMENT_TOLERANCE * height);
                sum += aligned(segment, ConnectedComponent::bottom, tolerance)
                        - aligned(segment, ConnectedComponent::top, tolerance);
            }
        }
        return sum / Math.max(1, letters());
    }

    /** Returns the largest number of letters whose edges are aligned. */
    private static int aligned(
            List<ConnectedComponent> line, ToIntFunction<ConnectedComponent> edge, double tolerance) {
        int most = 0;
        for (ConnectedComponent reference : line) {
            int count = 0;
            for (ConnectedComponent letter : line) {
                if (Math.abs(edge.applyAsInt(letter) - edge.applyAsInt(reference)) <= tolerance) count++;
            }
            most = Math.max(most, count);
        }
        return most;
    }

    private static boolean follows(ConnectedComponent letter, ConnectedComponent previous) {
        int smaller = Math.min(letter.height(), previous.height());
        int larger = Math.max(letter.height(), previous.height());
        int gap = letter.left() - previous.right();
        int overlap = Math.min(letter.bottom(), previous.bottom()) - Math.max(letter.top(), previous.top()) + 1;
        return gap > -smaller / 2
                && gap <= MAX_GAP * larger
                && overlap >= MIN_OVERLAP * smaller
                && larger <= MAX_HEIGHT_RATIO * smaller;
    }

    private static ConnectedComponent last(List<ConnectedComponent> line) {
        return line.get(line.size() - 1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Axis-aligned rectangle on a page, in the {@link LengthUnit} of the page, measured from its top-left corner.
 */
public record Box(double left, double top, double right, double bottom) {

    /**
     * Returns the bounding box of boxes.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Box around(Collection<Box> boxes) {
        return boxes.stream()
                .reduce(Box::union)
                .orElseThrow(() -> new IllegalArgumentException("There are 0 boxes; pass at least one."));
    }

    private Box union(Box other) {
        return new Box(
                Math.min(left, other.left),
                Math.min(top, other.top),
                Math.max(right, other.right),
                Math.max(bottom, other.bottom));
    }

    public double width() {
        return right - left;
    }

    public double height() {
        return bottom - top;
    }

    public double centerX() {
        return (left + right) / 2;
    }

    public double centerY() {
        return (top + bottom) / 2;
    }

    /** Returns whether both are on one line: at least half of the height of the lower one overlaps. */
    public boolean sharesLineWith(Box other) {
        double shared = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        return shared >= Math.min(height(), other.height()) / 2;
    }

    /** Returns the length of the horizontal overlap; negative for a gap. */
    public double horizontalOverlap(Box other) {
        return Math.min(right, other.right) - Math.max(left, other.left);
    }

    public boolean contains(double x, double y) {
        return x >= left && x <= right && y >= top && y <= bottom;
    }

    /**
     * Returns the four corners as {@code position} of the interface document: {@code x1,y1,…,x4,y4}, clockwise from top
     * left. The right edge is rounded down and the other edges are rounded outwards, to exclude the adjacent character.
     */
    public List<Integer> position() {
        int x1 = (int) Math.floor(left);
        int y1 = (int) Math.floor(top);
        int x2 = (int) Math.max(Math.floor(right), x1 + 1.0);
        int y2 = (int) Math.ceil(bottom);
        return List.of(x1, y1, x2, y1, x2, y2, x1, y2);
    }

    /** Returns the four corners as fractions (0 to 1) of the page size with four decimals, clockwise from top left. */
    public List<Double> coordinates(double pageWidth, double pageHeight) {
        double x1 = fraction(left, pageWidth);
        double y1 = fraction(top, pageHeight);
        double x2 = fraction(right, pageWidth);
        double y2 = fraction(bottom, pageHeight);
        return Stream.of(x1, y1, x2, y1, x2, y2, x1, y2).toList();
    }

    private static double fraction(double length, double whole) {
        return Math.round(Math.min(1, Math.max(0, length / whole)) * 10_000) / 10_000.0;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * An upright rectangle on a page, in the page's {@link LengthUnit}, measured from the page's top-left corner.
 */
public record Box(double left, double top, double right, double bottom) {

    /** The smallest box that holds all of {@code boxes}, of which there must be one at least. */
    public static Box around(Collection<Box> boxes) {
        return boxes.stream().reduce(Box::union).orElseThrow(() -> new IllegalArgumentException("no box"));
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

    /** Whether both stand on one line: at least half of the lower one's height is shared. */
    public boolean sharesLineWith(Box other) {
        double shared = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        return shared >= Math.min(height(), other.height()) / 2;
    }

    /** How much of the horizontal extent both share; negative is the gap between them. */
    public double horizontalOverlap(Box other) {
        return Math.min(right, other.right) - Math.max(left, other.left);
    }

    public boolean contains(double x, double y) {
        return x >= left && x <= right && y >= top && y <= bottom;
    }

    /**
     * The four corners as the interface document's {@code position}: {@code x1,y1,…,x4,y4}, clockwise from top-left.
     * The right edge is rounded down, the others outwards, so that the neighbouring character stays outside.
     */
    public List<Integer> position() {
        int x1 = (int) Math.floor(left);
        int y1 = (int) Math.floor(top);
        int x2 = (int) Math.max(Math.floor(right), x1 + 1.0);
        int y2 = (int) Math.ceil(bottom);
        return List.of(x1, y1, x2, y1, x2, y2, x1, y2);
    }

    /** The four corners as fractions (0 to 1, four decimals) of a page's width and height, clockwise from top-left. */
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

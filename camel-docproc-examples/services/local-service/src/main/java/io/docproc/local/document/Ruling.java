/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

/**
 * Straight line on a page.
 *
 * @param at y of a horizontal, x of a vertical line
 * @param from start on the other axis
 * @param to end on the other axis
 */
record Ruling(boolean isHorizontal, double at, double from, double to) {
    static final double TOLERANCE = 2.5;

    /** Returns whether the line covers the range on its axis. */
    boolean covers(double start, double end) {
        return from <= start + TOLERANCE && to >= end - TOLERANCE;
    }

    /** Returns whether the lines touch or cross. */
    boolean touches(Ruling other) {
        if (isHorizontal == other.isHorizontal) {
            return Math.abs(at - other.at) <= TOLERANCE
                    && Math.min(to, other.to) - Math.max(from, other.from) >= -TOLERANCE;
        }
        return at >= other.from - TOLERANCE
                && at <= other.to + TOLERANCE
                && other.at >= from - TOLERANCE
                && other.at <= to + TOLERANCE;
    }
}

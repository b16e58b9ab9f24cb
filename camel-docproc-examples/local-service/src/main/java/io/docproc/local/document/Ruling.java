/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

/**
 * A straight line that is drawn on a page.
 *
 * @param direction which axis it runs along
 * @param at its y when horizontal, its x when vertical
 * @param from where it begins on the other axis
 * @param to where it ends on the other axis
 */
record Ruling(Direction direction, double at, double from, double to) {
    static final double TOLERANCE = 2.5;

    enum Direction {
        HORIZONTAL,
        VERTICAL
    }

    boolean isHorizontal() {
        return direction == Direction.HORIZONTAL;
    }

    /** Whether the line covers the stretch between both points of its axis. */
    boolean covers(double start, double end) {
        return from <= start + TOLERANCE && to >= end - TOLERANCE;
    }

    /** Whether both lines meet or cross. */
    boolean touches(Ruling other) {
        if (direction == other.direction) {
            return Math.abs(at - other.at) <= TOLERANCE
                    && Math.min(to, other.to) - Math.max(from, other.from) >= -TOLERANCE;
        }
        return at >= other.from - TOLERANCE
                && at <= other.to + TOLERANCE
                && other.at >= from - TOLERANCE
                && other.at <= to + TOLERANCE;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.List;
import java.util.Locale;

/**
 * A line of the table.
 *
 * @param measure what was measured
 * @param docproc the component's figure
 * @param floor peer (a)
 * @param naive peer (b)
 * @param tuned peer (c)
 * @param ratio the component's figure in proportion to what it is held against
 * @param mustReach the aim
 * @param verdict whether it was reached
 */
record Row(
        String measure,
        String docproc,
        String floor,
        String naive,
        String tuned,
        String ratio,
        String mustReach,
        Verdict verdict) {

    /** The words over the columns. */
    static final List<String> TITLES =
            List.of("measure", "docproc", "floor (a)", "naive (b)", "tuned (c)", "ratio", "must reach", "reached");

    private static final String NONE = "–";

    /** What became of an aim. */
    enum Verdict {
        YES,
        NO,
        SKIPPED;

        static Verdict of(boolean reached) {
            return reached ? YES : NO;
        }
    }

    /** A line with nothing but the component's figure and the aim. */
    static Row of(String measure, String docproc, String mustReach, boolean reached) {
        return new Row(measure, docproc, NONE, NONE, NONE, NONE, mustReach, Verdict.of(reached));
    }

    /** A line for what could not be measured here. */
    static Row skipped(String measure, String reason, String mustReach) {
        return new Row(measure, reason, NONE, NONE, NONE, NONE, mustReach, Verdict.SKIPPED);
    }

    Row withFloor(String figure) {
        return new Row(measure, docproc, figure, naive, tuned, ratio, mustReach, verdict);
    }

    Row withNaive(String figure) {
        return new Row(measure, docproc, floor, figure, tuned, ratio, mustReach, verdict);
    }

    Row withTuned(String figure) {
        return new Row(measure, docproc, floor, naive, figure, ratio, mustReach, verdict);
    }

    Row withRatio(String figure) {
        return new Row(measure, docproc, floor, naive, tuned, figure, mustReach, verdict);
    }

    /** The cells in the order of the titles. */
    List<String> cells() {
        return List.of(
                measure,
                docproc,
                floor,
                naive,
                tuned,
                ratio,
                mustReach,
                verdict.name().toLowerCase(Locale.ROOT));
    }

    /** A figure with as many decimals as make sense. */
    static String figure(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    /** A figure and its unit. */
    static String figure(double value, String unit) {
        return figure(value) + " " + unit;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.List;
import java.util.Locale;

/**
 * Row of the table.
 *
 * @param measure name of the measure
 * @param docproc figure of the component
 * @param limit figure of peer (a)
 * @param naive figure of peer (b)
 * @param tuned figure of peer (c)
 * @param ratio ratio of the component to its reference
 * @param mustReach target
 * @param verdict whether the target was reached
 */
record Row(
        String measure,
        String docproc,
        String limit,
        String naive,
        String tuned,
        String ratio,
        String mustReach,
        Verdict verdict) {

    /** Titles of the columns. */
    static final List<String> TITLES = List.of(
            "measure",
            "docproc",
            "practical limit (a)",
            "hand-written (b)",
            "tuned (c)",
            "ratio",
            "requirement",
            "met");

    private static final String NONE = "–";

    /** Result of comparing a figure with its target. */
    enum Verdict {
        YES,
        NO,
        SKIPPED;

        static Verdict of(boolean reached) {
            return reached ? YES : NO;
        }
    }

    /** Returns a row with only the figure of the component and the target. */
    static Row of(String measure, String docproc, String mustReach, boolean reached) {
        return new Row(measure, docproc, NONE, NONE, NONE, NONE, mustReach, Verdict.of(reached));
    }

    /** Returns a row for a measure that cannot run on this machine. */
    static Row skipped(String measure, String reason, String mustReach) {
        return new Row(measure, reason, NONE, NONE, NONE, NONE, mustReach, Verdict.SKIPPED);
    }

    Row withLimit(String figure) {
        return new Row(measure, docproc, figure, naive, tuned, ratio, mustReach, verdict);
    }

    Row withNaive(String figure) {
        return new Row(measure, docproc, limit, figure, tuned, ratio, mustReach, verdict);
    }

    Row withTuned(String figure) {
        return new Row(measure, docproc, limit, naive, figure, ratio, mustReach, verdict);
    }

    Row withRatio(String figure) {
        return new Row(measure, docproc, limit, naive, tuned, figure, mustReach, verdict);
    }

    /** Returns the cells in the order of the titles. */
    List<String> cells() {
        return List.of(
                measure,
                docproc,
                limit,
                naive,
                tuned,
                ratio,
                mustReach,
                verdict.name().toLowerCase(Locale.ROOT));
    }

    /** Formats a figure with up to two decimals. */
    static String figure(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    /** Formats a figure with its unit. */
    static String figure(double value, String unit) {
        return figure(value) + " " + unit;
    }
}

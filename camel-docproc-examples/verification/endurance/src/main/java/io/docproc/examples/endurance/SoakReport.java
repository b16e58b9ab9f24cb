/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a run has shown.
 *
 * @param sentences what there is to say of faults and jobs, for people to read
 * @param before what the process held before the application was started
 * @param after what it held when the application had been stopped
 * @param open the connections that were open then
 */
record SoakReport(
        CallStatistics statistics,
        List<String> sentences,
        List<Resources> samples,
        Resources before,
        Resources after,
        List<String> open) {

    /** Returns the violations, leaks included. */
    List<String> problems() {
        List<String> all = new ArrayList<>(statistics.problems());
        findings().stream().filter(LeakCheck.Finding::leaks).forEach(it -> all.add(it.toString()));
        if (!after.isWithin(before)) {
            all.add("not released: before " + before + ", after " + after);
            open.forEach(it -> all.add("open: " + it));
        }
        return all;
    }

    private List<LeakCheck.Finding> findings() {
        return LeakCheck.of(samples);
    }

    void print(Consumer<String> lines) {
        statistics.table().forEach(lines);
        sentences.forEach(lines);
        if (findings().isEmpty()) {
            lines.accept(samples.size() + " samples: too few to detect a leak");
        } else {
            lines.accept(samples.size() + " samples, medians of their second and their last quarter:");
            findings().forEach(it -> lines.accept(it.toString()));
        }
        lines.accept("before the start: " + before);
        lines.accept("after the stop:   " + after);
        problems().forEach(it -> lines.accept("WRONG: " + it));
    }
}

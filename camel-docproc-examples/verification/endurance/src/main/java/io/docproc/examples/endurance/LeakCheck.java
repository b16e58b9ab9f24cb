/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Compares what a process held late in a run with what it held early: the median of the last quarter of the samples with
 * that of the second. The first quarter is left out, in which caches and pools fill.
 */
final class LeakCheck {
    /** With fewer samples nothing is said. */
    static final int MIN_SAMPLES = 12;

    private static final List<Measure> MEASURES = List.of(
            new Measure("heap, KB", Resources::heap, 8 * 1024, 0.1),
            new Measure("threads", Resources::threads, 4, 0),
            new Measure("handles", Resources::handles, 4, 0),
            new Measure("connections", Resources::connections, 8, 0),
            new Measure("temporary files", Resources::files, 0, 0));

    /**
     * Compared value.
     *
     * @param least growth that is allowed in any case
     * @param share of the early value that it may have grown by, if that is more
     */
    private record Measure(String name, ToLongFunction<Resources> value, long least, double share) {}

    /**
     * What was found.
     *
     * @param most the largest late value that is no leak
     */
    record Finding(String name, long early, long late, long most) {
        boolean leaks() {
            return late > most;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-16s %8d early %8d late %8d allowed%s",
                    name,
                    early,
                    late,
                    most,
                    leaks() ? "  LEAK" : "");
        }
    }

    private LeakCheck() {}

    /** One finding for each measure; none of too few samples. */
    static List<Finding> of(List<Resources> samples) {
        if (samples.size() < MIN_SAMPLES) {
            return List.of();
        }
        int quarter = samples.size() / 4;
        List<Resources> second = samples.subList(quarter, 2 * quarter);
        List<Resources> last = samples.subList(samples.size() - quarter, samples.size());
        List<Finding> findings = new ArrayList<>();
        for (Measure measure : MEASURES) {
            long early = median(second, measure.value());
            long late = median(last, measure.value());
            long allowed = Math.max(measure.least(), (long) (early * measure.share()));
            findings.add(new Finding(measure.name(), early, late, early + allowed));
        }
        return findings;
    }

    private static long median(List<Resources> samples, ToLongFunction<Resources> value) {
        return samples.stream()
                .mapToLong(value)
                .sorted()
                .skip(samples.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}

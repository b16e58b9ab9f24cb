/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures submissions and completions of parse jobs in each store, beside bare JDBC statements. */
final class JobStoreMeasure {
    private static final double MIN_RATIO = 0.3;
    private static final Map<String, Integer> JOBS =
            Map.of("memory", 200_000, "embedded", 20_000, "h2", 20_000, "postgresql", 10_000, "mariadb", 10_000);

    private JobStoreMeasure() {}

    static List<Row> run(BenchmarkEnvironment environment) {
        List<Row> rows = new ArrayList<>();
        for (String store : List.of("memory", "embedded", "h2", "postgresql", "mariadb")) {
            ChildJvm.Outcome outcome = ChildJvm.withHeap(512)
                    .within(Duration.ofMinutes(5))
                    .run(environment, JobStoreJob.class, store, Integer.toString(JOBS.get(store)));
            rows.add(row("job submissions, " + store, outcome, "submissions", "inserts"));
            rows.add(row("job completions (lease and completion), " + store, outcome, "completions", "updates"));
        }
        return rows;
    }

    private static Row row(String measure, ChildJvm.Outcome outcome, String name, String bareName) {
        double figure = outcome.value(name);
        if (!outcome.values().containsKey(bareName)) {
            return Row.of(measure, Row.figure(figure, "/s"), "at least 100/s", figure >= 100);
        }
        double bare = outcome.value(bareName);
        return Row.of(measure, Row.figure(figure, "/s"), "ratio of at least " + MIN_RATIO, figure / bare >= MIN_RATIO)
                .withLimit(Row.figure(bare, "/s, one bare JDBC statement"))
                .withRatio(Row.figure(figure / bare));
    }
}

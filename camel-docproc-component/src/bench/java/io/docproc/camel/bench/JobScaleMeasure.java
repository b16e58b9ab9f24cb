/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.time.Duration;
import java.util.List;

/** Measures heap, polls and purges of job repositories with 100,000 or a million open jobs. */
final class JobScaleMeasure {
    private static final String OPEN = "1000000";
    private static final String COMPLETED = "10000000";
    private static final int MAX_MILLIS = 5;
    private static final String OPEN_IN_PROCESS = "100000";
    private static final int MAX_HEAP = 96;
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private JobScaleMeasure() {}

    /** Measures a table with a million open jobs and ten million completed ones. */
    static List<Row> postgresql(BenchmarkEnvironment environment) {
        ChildJvm.Outcome outcome =
                ChildJvm.withHeap(256).within(LIMIT).run(environment, JobScaleJob.class, "postgresql", OPEN, COMPLETED);
        return List.of(
                millis("PostgreSQL with 11,000,000 jobs: query for 100 overdue jobs", outcome, "query"),
                millis("PostgreSQL with 11,000,000 jobs: poll round with 100 overdue jobs", outcome, "round")
                        .withRatio(
                                Row.figure(outcome.value("round") / outcome.value("single")) + " of single statements"),
                Row.of(
                        "PostgreSQL with 11,000,000 jobs: purge of 100,000",
                        Row.figure(outcome.value("purge"), "ms") + ", longest lease meanwhile "
                                + Row.figure(outcome.value("longest lease"), "ms"),
                        "less than 1000 ms for a lease",
                        outcome.value("longest lease") < 1000));
    }

    static List<Row> memory(BenchmarkEnvironment environment) {
        return inProcess(environment, "memory");
    }

    static List<Row> embedded(BenchmarkEnvironment environment) {
        return inProcess(environment, "embedded");
    }

    private static List<Row> inProcess(BenchmarkEnvironment environment, String store) {
        ChildJvm.Outcome outcome =
                ChildJvm.withHeap(MAX_HEAP).within(LIMIT).run(environment, JobScaleJob.class, store, OPEN_IN_PROCESS);
        String jobs = store + " with 100,000 open jobs: ";
        return List.of(
                Row.of(
                        jobs + "heap",
                        Row.figure(outcome.value("heap"), "MB"),
                        "-Xmx" + MAX_HEAP + "m",
                        outcome.value("open") == Integer.parseInt(OPEN_IN_PROCESS)),
                millis(jobs + "query for 100 overdue jobs", outcome, "query"),
                millis(jobs + "poll round with 100 overdue jobs", outcome, "round"));
    }

    private static Row millis(String measure, ChildJvm.Outcome outcome, String name) {
        double figure = outcome.value(name);
        return Row.of(measure, Row.figure(figure, "ms"), "less than " + MAX_MILLIS + " ms", figure < MAX_MILLIS);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.time.Duration;
import java.util.List;

/** Measures polls, counts, purges and starts of job repositories with a million open jobs. */
final class JobScaleMeasure {
    private static final String OPEN = "1000000";
    private static final String COMPLETED = "10000000";
    private static final int MAX_MILLIS = 5;
    private static final int MAX_START_SECONDS = 30;
    private static final int MAX_HEAP = 600;
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
                millis("PostgreSQL with 11,000,000 jobs: size()", outcome, "size"),
                Row.of(
                        "PostgreSQL with 11,000,000 jobs: purge of 100,000",
                        Row.figure(outcome.value("purge"), "ms") + ", longest lease meanwhile "
                                + Row.figure(outcome.value("longest lease"), "ms"),
                        "less than 1000 ms for a lease",
                        outcome.value("longest lease") < 1000));
    }

    static List<Row> memory(BenchmarkEnvironment environment) {
        ChildJvm.Outcome outcome =
                ChildJvm.withHeap(1024).within(LIMIT).run(environment, JobScaleJob.class, "memory", OPEN);
        return List.of(
                millis("memory with 1,000,000 open jobs: CPU of a round with 100 overdue jobs", outcome, "round"));
    }

    static List<Row> file(BenchmarkEnvironment environment) {
        ChildJvm.Outcome outcome =
                ChildJvm.withHeap(MAX_HEAP).within(LIMIT).run(environment, JobScaleJob.class, "file", OPEN);
        double start = outcome.value("start");
        return List.of(
                Row.of(
                        "file with 1,000,000 open jobs: start",
                        Row.figure(start, "s") + ", " + Row.figure(outcome.value("heap"), "MB of heap"),
                        "at most " + MAX_START_SECONDS + " s with -Xmx" + MAX_HEAP + "m",
                        start <= MAX_START_SECONDS),
                millis("file with 1,000,000 open jobs: CPU of a query for 100 overdue jobs", outcome, "query"),
                millis(
                        "file with 1,000,000 open jobs: CPU of a round with 100 overdue jobs, 1 forced write",
                        outcome,
                        "round"));
    }

    private static Row millis(String measure, ChildJvm.Outcome outcome, String name) {
        double figure = outcome.value(name);
        return Row.of(measure, Row.figure(figure, "ms"), "less than " + MAX_MILLIS + " ms", figure < MAX_MILLIS);
    }
}

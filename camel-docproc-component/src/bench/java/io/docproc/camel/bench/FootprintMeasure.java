/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.ChildJvm.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Measures leaks after many calls, and the start-up time. */
final class FootprintMeasure {
    private static final int STARTS = 5;
    private static final double START = 1.5;
    // The job waits 65 s for idle threads to end.
    private static final Duration LEAK_LIMIT = Duration.ofMinutes(5);

    private FootprintMeasure() {}

    static List<Row> leaks(BenchmarkEnvironment environment) {
        Outcome outcome = ChildJvm.withHeap(512).within(LEAK_LIMIT).run(environment, LeakJob.class, "10000");
        boolean clean = outcome.value("heap") < 2
                && outcome.value("threads") <= 0
                && outcome.value("handles") <= 0
                && outcome.value("files") <= 0;
        String figures = String.format(
                Locale.ROOT,
                "heap %+.1f MB, threads %+.0f, handles %+.0f, temporary files %+.0f",
                outcome.value("heap"),
                outcome.value("threads"),
                outcome.value("handles"),
                outcome.value("files"));
        return List.of(Row.of("growth after 10,000 calls", figures, "none", clean));
    }

    static List<Row> start(BenchmarkEnvironment environment) {
        double[] docproc = new double[STARTS];
        double[] http = new double[STARTS];
        for (int start = 0; start < STARTS; start++) {
            docproc[start] = milliseconds(environment, "docproc");
            http[start] = milliseconds(environment, "http");
        }
        double ratio = Rounds.median(docproc) / Rounds.median(http);
        return List.of(Row.of(
                        "start of a context with 200 endpoints",
                        Row.figure(Rounds.median(docproc), "ms"),
                        START + " of camel-http",
                        ratio <= START)
                .withNaive(Row.figure(Rounds.median(http), "ms (camel-http)"))
                .withRatio(Row.figure(ratio) + " of camel-http"));
    }

    private static double milliseconds(BenchmarkEnvironment environment, String component) {
        return ChildJvm.withHeap(256)
                .run(environment, StartJob.class, component)
                .value("milliseconds");
    }
}

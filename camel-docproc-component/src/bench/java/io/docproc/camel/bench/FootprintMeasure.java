/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.ChildJvm.Outcome;
import java.util.List;
import java.util.Locale;

/** What stays behind after many calls, and what a start costs. */
final class FootprintMeasure {
    private static final int STARTS = 5;
    private static final double START = 1.5;

    private FootprintMeasure() {}

    static List<Row> remains(Lab lab) {
        Outcome left = ChildJvm.withHeap(512).run(lab, LeakJob.class, "10000");
        boolean back = left.value("heap") < 2
                && left.value("threads") <= 0
                && left.value("handles") <= 0
                && left.value("files") == 0;
        String found = String.format(
                Locale.ROOT,
                "heap %+.1f MB, threads %+.0f, handles %+.0f, temporary files %+.0f",
                left.value("heap"),
                left.value("threads"),
                left.value("handles"),
                left.value("files"));
        return List.of(Row.of("what 10,000 calls leave behind", found, "back where they were", back));
    }

    static List<Row> start(Lab lab) {
        double[] docproc = new double[STARTS];
        double[] http = new double[STARTS];
        for (int start = 0; start < STARTS; start++) {
            docproc[start] = milliseconds(lab, "docproc");
            http[start] = milliseconds(lab, "http");
        }
        double ratio = Rounds.middle(docproc) / Rounds.middle(http);
        return List.of(Row.of(
                        "start of a context with 200 endpoints",
                        Row.figure(Rounds.middle(docproc), "ms"),
                        START + " of camel-http",
                        ratio <= START)
                .withNaive(Row.figure(Rounds.middle(http), "ms (camel-http)"))
                .withRatio(Row.figure(ratio) + " of camel-http"));
    }

    private static double milliseconds(Lab lab, String component) {
        return ChildJvm.withHeap(256).run(lab, StartJob.class, component).value("milliseconds");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Measures the split of a large result into its elements, in a small heap. */
final class ElementsMeasure {
    /** Name of the response. */
    static final String RESPONSE = "parsed-huge";

    private static final int SIZE = Integer.getInteger("bench.elements.size", BenchmarkData.HUGE_DOCUMENT);
    private static final int HEAP = 32;
    private static final String NAME = "elements of a " + SIZE / 1_000_000 + " MB result in " + HEAP + " MB of heap";

    private ElementsMeasure() {}

    static List<Row> run(BenchmarkEnvironment environment) throws IOException {
        environment.material().writeParseResponse(RESPONSE, SIZE);
        ChildJvm.Outcome outcome =
                ChildJvm.withHeap(HEAP).within(Duration.ofMinutes(10)).run(environment, ElementsJob.class);
        if (!outcome.succeeded()) {
            return List.of(Row.of(NAME, "fails", HEAP + " MB", false));
        }
        double docproc = outcome.value("docproc");
        double parser = outcome.value("parser");
        double maps = outcome.value("maps");
        return List.of(Row.of(NAME, Row.figure(docproc, "MB/s"), HEAP + " MB", true)
                .withLimit(Row.figure(parser, "MB/s"))
                .withNaive(Row.figure(maps, "MB/s"))
                .withRatio(Row.figure(docproc / parser) + " of (a), " + Row.figure(docproc / maps) + " of (b)"));
    }
}

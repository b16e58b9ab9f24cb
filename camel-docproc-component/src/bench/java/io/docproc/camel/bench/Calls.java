/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures calls per second and CPU time. */
final class Calls {
    private Calls() {}

    private static Rounds rounds(Benchmark benchmark, String call) throws IOException {
        return new Rounds(benchmark, call, 1024, peer -> true, peer -> benchmark.url());
    }

    static List<Row> crops(Benchmark benchmark) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Rounds rounds = rounds(benchmark, "crop").warmUp(8, 3_000 * Benchmark.ROUNDS)) {
            for (int threads : new int[] {1, 8}) {
                Map<Peer, double[]> results = rounds.median(threads, Benchmark.ROUNDS);
                String suffix = threads == 1 ? ", 1 thread" : ", " + threads + " threads";
                rows.add(new Row("crop calls per second" + suffix, "%.0f")
                        .values(results, Caller.PER_SECOND, 1)
                        .atLeast(Peer.LIMIT, 0.85)
                        .atLeast(Peer.ROUTE, 1.5));
                rows.add(new Row("CPU time per crop call" + suffix, "%.2f ms")
                        .values(results, Caller.CPU_MILLIS, 1)
                        .atMost(Peer.LIMIT, 1.2)
                        .atMost(Peer.ROUTE, 0.6));
            }
        }
        return rows;
    }

    static List<Row> extractions(Benchmark benchmark) throws IOException {
        try (Rounds rounds = rounds(benchmark, "extract").warmUp(1, 2 * Benchmark.ROUNDS)) {
            return List.of(new Row("extraction of 50 MB: MB per second", "%.0f")
                    .values(rounds.median(1, Benchmark.ROUNDS), Caller.PER_SECOND, Data.DOCUMENT_SIZE / 1e6)
                    .atLeast(Peer.LIMIT, 0.8));
        }
    }

    static List<Row> elements(Benchmark benchmark) throws IOException {
        try (Rounds rounds = new Rounds(
                benchmark, "elements", 32, peer -> peer.isDocproc() || peer == Peer.ROUTE, peer -> benchmark.url())) {
            Map<Peer, double[]> results = rounds.median(1, Math.max(1, Benchmark.ROUNDS / 3));
            return List.of(new Row("elements of a 300 MB result in 32 MB of heap: MB per second", "%.0f")
                    .values(results, Caller.PER_SECOND, Data.RESULT_SIZE / 1e6)
                    .require("32 MB", results.containsKey(Peer.DOCPROC)));
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Measures the smallest heap in which extractions succeed. Each size is tried in a new JVM. */
final class Heap {
    private static final int[] SIZES = {16, 24, 32, 48, 64, 96, 128, 256, 384, 512, 768, 1024};
    private static final Duration LIMIT = Duration.ofSeconds(25);

    private Heap() {}

    static List<Row> measure(Benchmark benchmark) {
        return List.of(
                row(benchmark, "extract a 50 MB document: smallest heap", 1, 32),
                row(benchmark, "8 concurrent extractions of 50 MB: smallest heap", 8, 48));
    }

    private static Row row(Benchmark benchmark, String measure, int concurrent, int allowed) {
        Row row = new Row(measure, "%.0f MB");
        for (Peer peer : Peer.all()) {
            int size = smallest(benchmark, peer, concurrent);
            if (size < Integer.MAX_VALUE) {
                row.value(peer, size);
            }
            if (peer == Peer.DOCPROC) {
                row.require("at most " + allowed + " MB", size <= allowed);
            }
        }
        return row;
    }

    /** Returns the size in megabytes; the maximum integer if the largest size is too small. */
    private static int smallest(Benchmark benchmark, Peer peer, int concurrent) {
        return IntStream.of(SIZES)
                .filter(size -> succeeds(benchmark, peer, concurrent, size))
                .findFirst()
                .orElse(Integer.MAX_VALUE);
    }

    private static boolean succeeds(Benchmark benchmark, Peer peer, int concurrent, int size) {
        try (ChildJvm jvm = benchmark.caller(peer, size, "extract", benchmark.url())) {
            jvm.limit(LIMIT);
            jvm.ask(concurrent + " 0");
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures throughput and CPU time of calls. */
final class SpeedMeasure {
    private static final double OF_FLOOR = 0.85;
    private static final double OF_NAIVE = 1.7;
    private static final double PROCESSOR_TIME = 0.5;
    private static final double EXTRACTION = 0.8;

    private SpeedMeasure() {}

    static List<Row> crops(BenchmarkEnvironment environment) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (AlternatingRounds peers = new AlternatingRounds(environment, "crop")) {
            peers.warmUp(8, 30_000);
            for (int threads : new int[] {1, 8}) {
                rows.addAll(crops(threads, peers.median(threads, 9)));
            }
        }
        return rows;
    }

    private static List<Row> crops(int threads, Map<Peer, Round> rounds) {
        Round docproc = rounds.get(Peer.DOCPROC);
        Round floor = rounds.get(Peer.LIMIT);
        Round naive = rounds.get(Peer.NAIVE);
        double ofFloor = docproc.perSecond() / floor.perSecond();
        double ofNaive = docproc.perSecond() / naive.perSecond();
        double processor = docproc.processorTime() / naive.processorTime();
        String suffix = threads == 1 ? ", 1 thread" : ", " + threads + " threads";
        Row speed = Row.of(
                        "crop calls per second" + suffix,
                        Row.figure(docproc.perSecond()),
                        OF_FLOOR + " of (a), " + OF_NAIVE + " of (b)",
                        ofFloor >= OF_FLOOR && ofNaive >= OF_NAIVE)
                .withFloor(Row.figure(floor.perSecond()))
                .withNaive(Row.figure(naive.perSecond()))
                .withRatio(Row.figure(ofFloor) + " of (a), " + Row.figure(ofNaive) + " of (b)");
        Row cost = Row.of(
                        "CPU time per crop call" + suffix,
                        Row.figure(docproc.processorTime() / 1e3, "ms"),
                        PROCESSOR_TIME + " of (b)",
                        processor <= PROCESSOR_TIME)
                .withFloor(Row.figure(floor.processorTime() / 1e3, "ms"))
                .withNaive(Row.figure(naive.processorTime() / 1e3, "ms"))
                .withRatio(Row.figure(processor) + " of (b)");
        return List.of(speed, cost);
    }

    static List<Row> extractions(BenchmarkEnvironment environment) throws IOException {
        Map<Peer, Round> rounds;
        try (AlternatingRounds peers = new AlternatingRounds(environment, "extract")) {
            peers.warmUp(1, 20);
            rounds = peers.median(1, 5);
        }
        double ratio =
                rounds.get(Peer.DOCPROC).perSecond() / rounds.get(Peer.LIMIT).perSecond();
        return List.of(Row.of(
                        "extraction of 50 MB: MB per second",
                        megabytes(rounds.get(Peer.DOCPROC)),
                        EXTRACTION + " of (a)",
                        ratio >= EXTRACTION)
                .withFloor(megabytes(rounds.get(Peer.LIMIT)))
                .withNaive(megabytes(rounds.get(Peer.NAIVE)))
                .withRatio(Row.figure(ratio) + " of (a)"));
    }

    private static String megabytes(Round round) {
        return Row.figure(round.perSecond() * BenchmarkData.LARGE_DOCUMENT / 1e6);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures throughput and CPU time of calls. */
final class SpeedMeasure {
    private static final double OF_LIMIT = 0.85;
    private static final double OF_NAIVE = 1.7;
    private static final double PROCESSOR_TIME_OF_LIMIT = 1.2;
    private static final double PROCESSOR_TIME_OF_NAIVE = 0.5;
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
        Round limit = rounds.get(Peer.LIMIT);
        Round naive = rounds.get(Peer.NAIVE);
        double ofLimit = docproc.perSecond() / limit.perSecond();
        double ofNaive = docproc.perSecond() / naive.perSecond();
        double processorOfLimit = docproc.processorTime() / limit.processorTime();
        double processorOfNaive = docproc.processorTime() / naive.processorTime();
        String suffix = threads == 1 ? ", 1 thread" : ", " + threads + " threads";
        Row speed = Row.of(
                        "crop calls per second" + suffix,
                        Row.figure(docproc.perSecond()),
                        OF_LIMIT + " of (a), " + OF_NAIVE + " of (b)",
                        ofLimit >= OF_LIMIT && ofNaive >= OF_NAIVE)
                .withLimit(Row.figure(limit.perSecond()))
                .withNaive(Row.figure(naive.perSecond()))
                .withRatio(Row.figure(ofLimit) + " of (a), " + Row.figure(ofNaive) + " of (b)");
        Row cost = Row.of(
                        "CPU time per crop call" + suffix,
                        Row.figure(docproc.processorTime() / 1e3, "ms"),
                        PROCESSOR_TIME_OF_LIMIT + " of (a), " + PROCESSOR_TIME_OF_NAIVE + " of (b)",
                        processorOfLimit <= PROCESSOR_TIME_OF_LIMIT && processorOfNaive <= PROCESSOR_TIME_OF_NAIVE)
                .withLimit(Row.figure(limit.processorTime() / 1e3, "ms"))
                .withNaive(Row.figure(naive.processorTime() / 1e3, "ms"))
                .withRatio(Row.figure(processorOfLimit) + " of (a), " + Row.figure(processorOfNaive) + " of (b)");
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
                .withLimit(megabytes(rounds.get(Peer.LIMIT)))
                .withNaive(megabytes(rounds.get(Peer.NAIVE)))
                .withRatio(Row.figure(ratio) + " of (a)"));
    }

    private static String megabytes(Round round) {
        return Row.figure(round.perSecond() * BenchmarkData.LARGE_DOCUMENT / 1e6);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Processes of the peers, whose rounds alternate, so that other load of the machine affects all of them. A peer whose
 * process exits has no figures.
 */
final class Rounds implements AutoCloseable {
    /** Duration of a round, in which each thread makes at least one call. */
    private static final int MILLISECONDS = 1_500;

    private final Map<Peer, ChildJvm> callers = Peer.map();

    /**
     * Starts the processes.
     *
     * @param peers selects the peers that make these calls
     * @param url URL of the service or database for each peer
     */
    Rounds(Benchmark benchmark, String call, int heap, Predicate<Peer> peers, Function<Peer, String> url)
            throws IOException {
        for (Peer peer : Peer.all().stream().filter(peers).toList()) {
            callers.put(peer, benchmark.caller(peer, heap, call, url.apply(peer)));
        }
    }

    /** Makes a number of calls of each peer; a duration would leave the peers half compiled on a slow machine. */
    Rounds warmUp(int threads, int calls) {
        for (Peer peer : List.copyOf(callers.keySet())) {
            double made = 0;
            while (made < calls && callers.containsKey(peer)) {
                made += run(peer, threads)[Caller.CALLS];
            }
        }
        return this;
    }

    /** Returns the median of each figure of a {@link Caller}. */
    Map<Peer, double[]> median(int threads, int count) {
        Map<Peer, List<double[]>> results = Peer.map();
        for (int round = 0; round < count; round++) {
            for (Peer peer : List.copyOf(callers.keySet())) {
                results.computeIfAbsent(peer, key -> new ArrayList<>()).add(run(peer, threads));
            }
        }
        Map<Peer, double[]> medians = Peer.map();
        callers.keySet().forEach(peer -> medians.put(peer, median(results.get(peer))));
        return medians;
    }

    private double[] run(Peer peer, int threads) {
        try {
            return callers.get(peer).ask(threads + " " + MILLISECONDS);
        } catch (IOException e) {
            callers.remove(peer).close();
            return new double[Caller.FIGURES];
        }
    }

    private static double[] median(List<double[]> rounds) {
        double[] medians = new double[Caller.FIGURES];
        for (int figure = 0; figure < medians.length; figure++) {
            int column = figure;
            double[] sorted =
                    rounds.stream().mapToDouble(round -> round[column]).sorted().toArray();
            medians[figure] = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }
        return medians;
    }

    @Override
    public void close() {
        callers.values().forEach(ChildJvm::close);
    }
}

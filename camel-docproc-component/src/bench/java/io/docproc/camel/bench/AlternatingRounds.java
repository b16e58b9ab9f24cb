/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs rounds of all peers alternately, each peer in its own JVM, so that other load affects all of them. */
final class AlternatingRounds {
    private final BenchmarkEnvironment environment;
    private final String operation;
    private final int threads;

    AlternatingRounds(BenchmarkEnvironment environment, String operation, int threads) {
        this.environment = environment;
        this.operation = operation;
        this.threads = threads;
    }

    /**
     * Returns the median round of each peer.
     *
     * @param warmUps rounds that are discarded
     * @param rounds rounds that are measured
     * @param milliseconds duration of a round in ms
     */
    Map<Peer, Round> run(int warmUps, int rounds, int milliseconds) throws IOException {
        Map<Peer, PeerProcess> processes = new EnumMap<>(Peer.class);
        try {
            for (Peer peer : Peer.values()) {
                processes.put(peer, new PeerProcess(peer));
            }
            Map<Peer, List<Round>> results = new EnumMap<>(Peer.class);
            for (int round = -warmUps; round < rounds; round++) {
                for (Map.Entry<Peer, PeerProcess> process : processes.entrySet()) {
                    Round result = process.getValue().runRound(milliseconds);
                    if (round >= 0) {
                        results.computeIfAbsent(process.getKey(), key -> new ArrayList<>())
                                .add(result);
                    }
                }
            }
            Map<Peer, Round> medians = new EnumMap<>(Peer.class);
            results.forEach((peer, all) -> medians.put(peer, Rounds.median(all)));
            return medians;
        } finally {
            processes.values().forEach(process -> process.process.destroy());
        }
    }

    private final class PeerProcess {
        private final Process process;
        private final BufferedWriter input;
        private final BufferedReader results;

        PeerProcess(Peer peer) throws IOException {
            process = ChildJvm.withHeap(1024)
                    .start(environment, PeerRunner.class, peer.name(), operation, Integer.toString(threads));
            input = process.outputWriter();
            results = process.inputReader();
        }

        Round runRound(int milliseconds) throws IOException {
            input.write(Integer.toString(milliseconds));
            input.newLine();
            input.flush();
            Map<String, Double> values = new HashMap<>();
            while (!values.containsKey("perSecond")) {
                String line = results.readLine();
                if (line == null) {
                    throw new IOException("the process of a peer has exited");
                }
                Report.parse(line, values);
            }
            return new Round(values.get("perSecond"), values.get("processorTime"));
        }
    }
}

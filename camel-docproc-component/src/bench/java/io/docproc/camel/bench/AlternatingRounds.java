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

/**
 * Runs rounds of all peers alternately, each peer in its own JVM, so that other load affects all of them. Not
 * thread-safe.
 */
final class AlternatingRounds implements AutoCloseable {
    private static final int MILLISECONDS = 1_500;

    private final Map<Peer, PeerProcess> processes = new EnumMap<>(Peer.class);

    AlternatingRounds(BenchmarkEnvironment environment, String operation) throws IOException {
        for (Peer peer : Peer.values()) {
            processes.put(peer, new PeerProcess(environment, peer, operation));
        }
    }

    /**
     * Runs rounds until each peer has made a number of calls. A duration would leave the peers half compiled on a slow
     * machine.
     */
    void warmUp(int threads, int calls) throws IOException {
        for (boolean warm = false; !warm; ) {
            warm = true;
            for (PeerProcess process : processes.values()) {
                if (process.calls < calls) {
                    process.runRound(threads);
                    warm &= process.calls >= calls;
                }
            }
        }
    }

    /** Returns the median round of each peer. */
    Map<Peer, Round> median(int threads, int rounds) throws IOException {
        Map<Peer, List<Round>> results = new EnumMap<>(Peer.class);
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<Peer, PeerProcess> process : processes.entrySet()) {
                results.computeIfAbsent(process.getKey(), key -> new ArrayList<>())
                        .add(process.getValue().runRound(threads));
            }
        }
        Map<Peer, Round> medians = new EnumMap<>(Peer.class);
        results.forEach((peer, all) -> medians.put(peer, Rounds.median(all)));
        return medians;
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.process.destroy());
    }

    private static final class PeerProcess {
        private final Process process;
        private final BufferedWriter input;
        private final BufferedReader results;
        private int calls;

        PeerProcess(BenchmarkEnvironment environment, Peer peer, String operation) throws IOException {
            process = ChildJvm.withHeap(1024).start(environment, PeerRunner.class, peer.name(), operation);
            input = process.outputWriter();
            results = process.inputReader();
        }

        Round runRound(int threads) throws IOException {
            input.write(threads + " " + MILLISECONDS);
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
            calls += values.get("calls").intValue();
            return new Round(values.get("calls").intValue(), values.get("perSecond"), values.get("processorTime"));
        }
    }
}

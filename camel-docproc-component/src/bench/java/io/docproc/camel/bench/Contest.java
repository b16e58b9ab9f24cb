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

/** The peers, each in a JVM of its own, doing rounds by turns, so that a change of the machine's mood hits all of them. */
final class Contest {
    private final Lab lab;
    private final String operation;
    private final int threads;

    Contest(Lab lab, String operation, int threads) {
        this.lab = lab;
        this.operation = operation;
        this.threads = threads;
    }

    /**
     * The median round of each peer.
     *
     * @param warmUps rounds that do not count
     * @param rounds rounds that count
     * @param milliseconds the length of a round
     */
    Map<Peer, Round> run(int warmUps, int rounds, int milliseconds) throws IOException {
        Map<Peer, Player> players = new EnumMap<>(Peer.class);
        try {
            for (Peer peer : Peer.values()) {
                players.put(peer, new Player(peer));
            }
            Map<Peer, List<Round>> done = new EnumMap<>(Peer.class);
            for (int round = -warmUps; round < rounds; round++) {
                for (Map.Entry<Peer, Player> player : players.entrySet()) {
                    Round result = player.getValue().play(milliseconds);
                    if (round >= 0) {
                        done.computeIfAbsent(player.getKey(), key -> new ArrayList<>())
                                .add(result);
                    }
                }
            }
            Map<Peer, Round> medians = new EnumMap<>(Peer.class);
            done.forEach((peer, all) -> medians.put(peer, Rounds.median(all)));
            return medians;
        } finally {
            players.values().forEach(player -> player.process.destroy());
        }
    }

    private final class Player {
        private final Process process;
        private final BufferedWriter orders;
        private final BufferedReader results;

        Player(Peer peer) throws IOException {
            process = ChildJvm.withHeap(1024)
                    .start(lab, Contestant.class, peer.name(), operation, Integer.toString(threads));
            orders = process.outputWriter();
            results = process.inputReader();
        }

        Round play(int milliseconds) throws IOException {
            orders.write(Integer.toString(milliseconds));
            orders.newLine();
            orders.flush();
            Map<String, Double> values = new HashMap<>();
            while (!values.containsKey("perSecond")) {
                String line = results.readLine();
                if (line == null) {
                    throw new IOException("a contestant has left");
                }
                Report.parse(line, values);
            }
            return new Round(values.get("perSecond"), values.get("processorTime"));
        }
    }
}

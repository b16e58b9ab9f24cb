/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import io.docproc.camel.bench.Rounds.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** In a child: how fast the peers call, turn by turn, so that a change of the machine's mood hits all of them. */
public final class Throughput {
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private Throughput() {}

    /** Runs {@code crop <threads> <rounds>} or {@code extract <threads> <rounds>}. */
    public static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(arguments);
        boolean crops = arguments[2].equals("crop");
        int threads = Integer.parseInt(arguments[3]);
        int rounds = Integer.parseInt(arguments[4]);
        Map<Peer, Work> peers = new EnumMap<>(Peer.class);
        for (Peer peer : Peer.values()) {
            Calls calls = peer.calls(Addresses.of(lab), lab.material().smallImage(), lab.material());
            peers.put(peer, crops ? calls::crop : calls::extract);
        }
        for (Work work : peers.values()) {
            new Rounds(threads, WARM_UP).run(work);
        }
        measure(peers, new Rounds(threads, Duration.ofMillis(1500)), rounds);
        System.exit(0);
    }

    private static void measure(Map<Peer, Work> peers, Rounds round, int count) throws Exception {
        Map<Peer, List<Round>> done = new EnumMap<>(Peer.class);
        for (int number = 0; number < count; number++) {
            for (Map.Entry<Peer, Work> peer : peers.entrySet()) {
                done.computeIfAbsent(peer.getKey(), key -> new ArrayList<>()).add(round.run(peer.getValue()));
            }
        }
        done.forEach((peer, all) -> {
            Report.value(peer.label() + ".perSecond", Rounds.median(all).perSecond());
            Report.value(peer.label() + ".processorTime", Rounds.median(all).processorTime());
        });
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import io.docproc.camel.bench.Rounds.Work;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** In a child: one peer, which does a round whenever it is told to: a line with the number of milliseconds. */
public final class Contestant {
    private Contestant() {}

    /** Runs {@code <peer> crop|extract <threads>}. */
    public static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(arguments);
        Calls calls = Peer.valueOf(arguments[2])
                .calls(Addresses.of(lab), lab.material().smallImage(), lab.material());
        Work work = arguments[3].equals("crop") ? calls::crop : calls::extract;
        int threads = Integer.parseInt(arguments[4]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            Round round = new Rounds(threads, Duration.ofMillis(Long.parseLong(order))).run(work);
            Report.value("processorTime", round.processorTime());
            Report.value("perSecond", round.perSecond());
        }
        System.exit(0);
    }
}

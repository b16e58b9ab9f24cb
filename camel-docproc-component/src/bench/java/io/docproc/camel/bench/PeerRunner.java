/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import io.docproc.camel.bench.Rounds.Work;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Main class of a child process that runs a round of one peer for each input line, {@code <threads> <ms>}. */
public final class PeerRunner {
    private PeerRunner() {}

    /** Runs {@code <peer> crop|extract}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        Calls calls = Peer.valueOf(arguments[2])
                .calls(Addresses.of(environment), environment.material().smallImage(), environment.material());
        Work work = arguments[3].equals("crop") ? calls::crop : calls::extract;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] values = line.split(" ");
            Round round =
                    new Rounds(Integer.parseInt(values[0]), Duration.ofMillis(Long.parseLong(values[1]))).run(work);
            Report.value("calls", round.calls());
            Report.value("processorTime", round.processorTime());
            Report.value("perSecond", round.perSecond());
        }
        System.exit(0);
    }
}

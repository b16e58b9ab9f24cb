/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.account.Charge;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts calls, how they ended and what they cost, and says one line about each. */
public final class CallLog {
    private final Consumer<String> lines;
    private final Map<String, Tally> tallies = new TreeMap<>();

    /** @param lines takes one line a call: operation, outcome, milliseconds */
    public CallLog(Consumer<String> lines) {
        this.lines = lines;
    }

    /**
     * Notes a call that is about to be answered.
     *
     * @param outcome the answer's code, or what became of the call instead of an answer
     */
    public void note(String operation, String outcome, Charge charge, Duration duration) {
        synchronized (this) {
            tallies.computeIfAbsent(operation, it -> new Tally()).add(outcome, charge);
        }
        lines.accept(operation + " " + outcome + " " + duration.toMillis() + " ms");
    }

    /** By operation: {@code calls}, {@code outcomes} with their numbers, {@code charged} calls and money. */
    public synchronized ObjectNode describe() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        tallies.forEach((operation, tally) -> all.set(operation, tally.describe()));
        return all;
    }

    private static final class Tally {
        private final Map<String, Integer> outcomes = new TreeMap<>();
        private int packageCalls;
        private BigDecimal money = BigDecimal.ZERO;

        private void add(String outcome, Charge charge) {
            outcomes.merge(outcome, 1, Integer::sum);
            packageCalls += charge.packageId().isPresent() ? 1 : 0;
            money = money.add(charge.amount());
        }

        private ObjectNode describe() {
            ObjectNode tally = JsonNodeFactory.instance.objectNode();
            tally.put(
                    "calls",
                    outcomes.values().stream().mapToInt(Integer::intValue).sum());
            ObjectNode byOutcome = tally.putObject("outcomes");
            outcomes.forEach(byOutcome::put);
            tally.putObject("charged").put("package_calls", packageCalls).put("balance", money);
            return tally;
        }
    }
}

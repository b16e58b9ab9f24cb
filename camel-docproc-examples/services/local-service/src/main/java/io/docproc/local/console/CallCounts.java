/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.Charge;
import io.docproc.test.ReceivedCall;
import io.docproc.test.SentCallback;
import io.docproc.test.ServiceListener;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts calls, their outcomes and charges, and prints a line for each call. Thread-safe. */
public final class CallCounts implements ServiceListener {
    private final Consumer<String> lines;
    private final Map<String, Count> counts = new TreeMap<>();

    /** Creates counts; the consumer receives operation, outcome and milliseconds of each call. */
    public CallCounts(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public void onCall(ReceivedCall call) {
        add(call.operation().id(), outcome(call), call.charge(), call.duration());
    }

    @Override
    public void onCallback(SentCallback callback) {
        add("webhook", callback.outcome(), Optional.empty(), Duration.ZERO);
    }

    /** Returns {@code calls}, {@code outcomes} and {@code billed} by operation. */
    public synchronized ObjectNode json() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        counts.forEach((operation, count) -> all.set(operation, count.json()));
        return all;
    }

    private void add(String operation, String outcome, Optional<Charge> charge, Duration duration) {
        synchronized (this) {
            Count count = counts.computeIfAbsent(operation, it -> new Count());
            count.outcomes.merge(outcome, 1, Integer::sum);
            charge.ifPresent(count::add);
        }
        lines.accept(operation + " " + outcome + " " + duration.toMillis() + " ms");
    }

    private static String outcome(ReceivedCall call) {
        return switch (call.outcome()) {
            case "disconnected" -> "dropped";
            case "disconnected-during-response" -> "truncated";
            default -> call.outcome().replaceFirst("^http-", "html-");
        };
    }

    private static final class Count {
        private final Map<String, Integer> outcomes = new TreeMap<>();
        private int packageCalls;
        private BigDecimal balance = BigDecimal.ZERO;

        private void add(Charge charge) {
            packageCalls += charge.packageId().isPresent() ? 1 : 0;
            balance = balance.add(charge.amount());
        }

        private ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put(
                            "calls",
                            outcomes.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum());
            ObjectNode byOutcome = json.putObject("outcomes");
            outcomes.forEach(byOutcome::put);
            json.putObject("billed").put("package_calls", packageCalls).put("balance", balance);
            return json;
        }
    }
}

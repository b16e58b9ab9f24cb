/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Results of a run.
 *
 * @param documents number of documents
 * @param outcomes outcomes of the completed documents
 * @param mayBeSentTwice number of documents in flight when workers were killed
 * @param calls calls counted by the local service; empty for the real service
 */
record RunReport(int documents, List<Outcome> outcomes, int mayBeSentTwice, Optional<Calls> calls) {

    /**
     * Calls that arrived at the service.
     *
     * @param refused calls over the rate limit
     * @param inBusiestSecond maximum number of calls within one second
     * @param allowed rate limit of the account per second
     */
    record Calls(int all, int refused, int inBusiestSecond, int allowed) {}

    /** Documents without outcome. */
    int missing() {
        return documents - outcomes.size();
    }

    /** Documents with a result. */
    long results() {
        return outcomes.stream().filter(Outcome::succeeded).count();
    }

    /** Calls beyond the first of each document. */
    Optional<Integer> sentTwice() {
        return calls.map(it -> it.all() - it.refused() - outcomes.size());
    }

    /** Returns true if every document has a result and none was sent twice needlessly. */
    boolean isSuccessful() {
        return results() == documents && sentTwice().orElse(0) <= mayBeSentTwice;
    }

    void print(Consumer<String> lines) {
        Map<String, Integer> byWorker = new TreeMap<>();
        outcomes.forEach(outcome -> byWorker.merge(outcome.worker(), 1, Integer::sum));
        List<String> rows = new ArrayList<>(List.of(
                row("documents", documents), row("results", results()), row("failed", outcomes.size() - results())));
        byWorker.forEach((worker, count) -> rows.add(row("  by " + worker, count)));
        rows.add(row("missing", missing()));
        calls.ifPresent(it -> {
            rows.add(row("sent twice", sentTwice().orElse(0)) + "   at most " + mayBeSentTwice);
            rows.add(row("rejected by the rate limit", it.refused()));
            rows.add(row("calls in busiest second", it.inBusiestSecond()) + "   at most " + it.allowed());
        });
        lines.accept("");
        rows.forEach(lines);
    }

    private static String row(String name, long number) {
        return String.format("%-28s%6d", name, number);
    }
}

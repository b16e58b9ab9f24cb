/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.endurance.KillRun.Kill;
import io.docproc.examples.endurance.KilledExample.DocumentState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Results of a run in which an example was killed repeatedly.
 *
 * @param results documents with exactly one correct result
 * @param failed broken documents that failed with a note
 * @param sentAgain number of calls beyond the first of each document
 * @param problems violated expectations
 */
record RunReport(int documents, int results, int failed, List<Kill> kills, int sentAgain, List<String> problems) {

    /** Checks all documents and results. */
    static RunReport of(
            KilledExample example, List<GeneratedDocument> documents, List<Kill> kills, Map<String, Integer> callCounts)
            throws IOException {
        List<String> problems = new ArrayList<>();
        Set<String> unexpectedResults = new HashSet<>(example.results());
        int results = 0;
        int failed = 0;
        int sentAgain = 0;
        for (GeneratedDocument document : documents) {
            Optional<String> problem = problem(document, example.documentState(document));
            problem.ifPresent(text -> problems.add(document.name() + ": " + text));
            boolean broken = document.kind() == Kind.BROKEN;
            results += problem.isEmpty() && !broken ? 1 : 0;
            failed += problem.isEmpty() && broken ? 1 : 0;
            if (!broken) {
                unexpectedResults.remove(example.resultName(document));
            }
            int times = callCounts.getOrDefault(document.name(), 0);
            sentAgain += Math.max(0, times - 1);
            long inFlight = kills.stream()
                    .filter(kill -> kill.inFlight().contains(document.name()))
                    .count();
            if (times > 1 + inFlight) {
                problems.add(document.name() + ": sent " + times + " times, in flight at " + inFlight + " kills");
            }
        }
        example.waiting().forEach(name -> problems.add(name + ": still waits"));
        unexpectedResults.forEach(name -> problems.add(name + ": the result of no document"));
        return new RunReport(documents.size(), results, failed, List.copyOf(kills), sentAgain, problems);
    }

    private static Optional<String> problem(GeneratedDocument document, DocumentState documentState) {
        if (document.kind() == Kind.BROKEN) {
            boolean right = documentState.isFailed()
                    && !documentState.isDone()
                    && documentState.result().isEmpty()
                    && documentState
                            .note()
                            .filter(it -> it.contains(document.name() + " was not"))
                            .isPresent();
            return right
                    ? Optional.empty()
                    : Optional.of("is broken, and did not fail as it should: " + describe(documentState));
        }
        if (documentState.result().isEmpty()) {
            return Optional.of("MISSING: " + describe(documentState));
        }
        boolean right = documentState.isDone()
                && !documentState.isFailed()
                && documentState.note().isEmpty();
        return right
                ? document.problem(documentState.result().get())
                : Optional.of("has more than its result: " + describe(documentState));
    }

    private static String describe(DocumentState documentState) {
        return "result " + documentState.result().isPresent() + ", note "
                + documentState.note().isPresent() + ", original done " + documentState.isDone() + ", original failed "
                + documentState.isFailed();
    }

    int inFlight() {
        return kills.stream().mapToInt(kill -> kill.inFlight().size()).sum();
    }

    boolean isSuccessful() {
        return problems.isEmpty() && results + failed == documents && sentAgain <= inFlight();
    }

    void print(Consumer<String> lines) {
        long starting = kills.stream().filter(kill -> kill.calls() == 0).count();
        long working = kills.stream().filter(kill -> !kill.inFlight().isEmpty()).count();
        problems.forEach(lines);
        lines.accept("kills                  " + number(kills.size()) + "   " + starting + " before the first call, "
                + working + " with documents in flight, " + (kills.size() - starting - working) + " in between");
        lines.accept("documents              " + number(documents));
        lines.accept("one good result        " + number(results));
        lines.accept("failed, with a note    " + number(failed));
        lines.accept("missing or wrong       " + number(documents - results - failed));
        lines.accept("sent again             " + number(sentAgain) + "   at most " + inFlight()
                + ", the documents in flight at the kills");
    }

    private static String number(int number) {
        return String.format("%5d", number);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.KillRun.Kill;
import io.docproc.examples.endurance.KilledExample.Remains;
import io.docproc.examples.endurance.MadeDocument.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What became of the documents of an example that was killed.
 *
 * @param results documents that have one good result
 * @param failed broken documents that are where they belong, with a note
 * @param sentAgain how often a document was sent that had been sent before
 * @param complaints what is not as it has to be
 */
record Verdict(int documents, int results, int failed, List<Kill> kills, int sentAgain, List<String> complaints) {

    /** Looks at everything that is there. */
    static Verdict of(
            KilledExample example, List<MadeDocument> documents, List<Kill> kills, Map<String, Integer> sendings)
            throws IOException {
        List<String> complaints = new ArrayList<>();
        Set<String> strays = new HashSet<>(example.results());
        int results = 0;
        int failed = 0;
        int sentAgain = 0;
        for (MadeDocument document : documents) {
            Optional<String> complaint = complaint(document, example.remains(document));
            complaint.ifPresent(text -> complaints.add(document.name() + ": " + text));
            boolean broken = document.kind() == Kind.BROKEN;
            results += complaint.isEmpty() && !broken ? 1 : 0;
            failed += complaint.isEmpty() && broken ? 1 : 0;
            if (!broken) {
                strays.remove(example.resultName(document));
            }
            int times = sendings.getOrDefault(document.name(), 0);
            sentAgain += Math.max(0, times - 1);
            long inFlight = kills.stream()
                    .filter(kill -> kill.inFlight().contains(document.name()))
                    .count();
            if (times > 1 + inFlight) {
                complaints.add(document.name() + ": sent " + times + " times, in flight at " + inFlight + " kills");
            }
        }
        example.waiting().forEach(name -> complaints.add(name + ": still waits"));
        strays.forEach(name -> complaints.add(name + ": nobody's result"));
        return new Verdict(documents.size(), results, failed, List.copyOf(kills), sentAgain, complaints);
    }

    private static Optional<String> complaint(MadeDocument document, Remains remains) {
        if (document.kind() == Kind.BROKEN) {
            boolean right = remains.isFailed()
                    && !remains.isDone()
                    && remains.result().isEmpty()
                    && remains.note()
                            .filter(it -> it.contains(document.name() + " was not"))
                            .isPresent();
            return right ? Optional.empty() : Optional.of("is broken, and did not fail as it should: " + seen(remains));
        }
        if (remains.result().isEmpty()) {
            return Optional.of("MISSING: " + seen(remains));
        }
        boolean right =
                remains.isDone() && !remains.isFailed() && remains.note().isEmpty();
        return right
                ? document.complaint(remains.result().get())
                : Optional.of("has more than its result: " + seen(remains));
    }

    private static String seen(Remains remains) {
        return "result " + remains.result().isPresent() + ", note "
                + remains.note().isPresent() + ", original done " + remains.isDone() + ", original failed "
                + remains.isFailed();
    }

    int inFlight() {
        return kills.stream().mapToInt(kill -> kill.inFlight().size()).sum();
    }

    boolean allWell() {
        return complaints.isEmpty() && results + failed == documents && sentAgain <= inFlight();
    }

    void print(Consumer<String> lines) {
        long starting = kills.stream().filter(kill -> kill.calls() == 0).count();
        long working = kills.stream().filter(kill -> !kill.inFlight().isEmpty()).count();
        complaints.forEach(lines);
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

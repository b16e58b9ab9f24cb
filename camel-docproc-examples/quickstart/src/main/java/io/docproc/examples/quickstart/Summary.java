/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The table at the end of a run. */
final class Summary {
    private static final List<String> HEADINGS = List.of("document", "operation", "time", "outcome", "where");
    private static final int WIDEST_OUTCOME = 60;

    private final JobFolders folders;
    private final Console console;

    Summary(JobFolders folders, Console console) {
        this.folders = folders;
        this.console = console;
    }

    /** Prints what has become of the documents of a run. */
    void print(List<Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADINGS);
        outcomes.stream()
                .sorted(Comparator.comparing(Outcome::document))
                .map(this::row)
                .forEach(rows::add);
        int[] widths = new int[HEADINGS.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        console.line("");
        rows.forEach(row -> console.line(line(row, widths)));
        console.line("");
        console.line(totals(outcomes));
    }

    private static String totals(List<Outcome> outcomes) {
        long failed = outcomes.stream().filter(outcome -> !outcome.succeeded()).count();
        long cropped = succeeded(outcomes, "crop");
        long extracted = succeeded(outcomes, "extract");
        return outcomes.size() + (outcomes.size() == 1 ? " document: " : " documents: ") + cropped + " cropped, "
                + extracted + " extracted, " + failed + " failed";
    }

    private static long succeeded(List<Outcome> outcomes, String operation) {
        return outcomes.stream()
                .filter(outcome -> outcome.succeeded() && outcome.operation().equals(operation))
                .count();
    }

    private List<String> row(Outcome outcome) {
        Path place = outcome.succeeded()
                ? folders.outbox().resolve(outcome.results().get(0))
                : folders.note(outcome.document());
        String text = outcome.findFailure()
                .map(failure -> "FAILED " + failure.summary())
                .orElseGet(() -> outcome.remark().isEmpty() ? "done" : "done; " + outcome.remark());
        return List.of(
                outcome.document(),
                outcome.operation(),
                Console.seconds(outcome.millis()),
                text.length() > WIDEST_OUTCOME ? text.substring(0, WIDEST_OUTCOME - 3) + "..." : text,
                console.path(place));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            line.append(row.get(column));
            if (column < widths.length - 1) {
                line.append(" ".repeat(widths[column] - row.get(column).length() + 2));
            }
        }
        return line.toString();
    }
}

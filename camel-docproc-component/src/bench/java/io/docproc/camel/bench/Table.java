/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table of all measures.
 *
 * @param rows its lines
 * @param took how long the measures took
 */
record Table(List<Row> rows, Duration took) {
    private static final String HOW =
            """
            // SPDX-License-Identifier: Apache-2.0
            = Docproc: benchmark

            Back to xref:docproc-component.adoc[Docproc].

            The component side by side with its peers, measured in one run with

            [source,bash]
            ----
            mvn -q -Pbench -pl camel-docproc-component verify -Dbench.document=src/main/docs/docproc-benchmark.adoc
            ----

            Without `-Dbench.document` the table goes to `camel-docproc-component/target/docproc-benchmark.adoc`.

            * (a) is the floor: the JDK's `HttpClient` sends the same bytes, which are at hand, and discards the answer.
            * (b) is what one writes without the component: a route with camel-http, camel-jackson, `Base64` and a
            processor that checks `code`.
            * (c) is (b) with `threads()` or `throttle()`, tuned by hand, where that matters.

            The service is a process of its own that drops what it is sent and gives an answer that lies ready. Every peer
            has a JVM of its own. Speeds are medians of rounds that the peers do by turns after a warm-up, so that whatever
            else the machine does hits all of them. Heaps are found by halving a ladder of `-Xmx` values, each tried in a
            new JVM. The three quotas are tried at the same time, each by a component of its own, for 60 s; refusals are
            counted by the service, which refuses a call as soon as more than allowed have arrived in the second before it.
            Figures of another machine differ; what counts are the ratios.

            """;

    /** The table for the console. */
    String text() {
        int columns = Row.TITLES.size();
        List<List<String>> lines = rows.stream().map(Row::cells).toList();
        int[] widths = IntStream.range(0, columns)
                .map(column -> Math.max(
                        Row.TITLES.get(column).length(),
                        lines.stream()
                                .mapToInt(line -> line.get(column).length())
                                .max()
                                .orElse(0)))
                .toArray();
        return machine() + "\n\n" + line(Row.TITLES, widths) + "\n"
                + lines.stream().map(line -> line(line, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> String.format("%-" + widths[column] + "s", cells.get(column)))
                .collect(Collectors.joining("  "));
    }

    /** The page for the documentation. */
    String asciidoc() {
        return HOW + machine() + ", " + LocalDate.now() + ", in " + took.toMinutes() + " min " + took.toSecondsPart()
                + " s.\n\n[cols=\"3,2,1,1,1,2,2,1\",options=\"header\"]\n|===\n|"
                + String.join(" |", Row.TITLES) + "\n\n"
                + rows.stream()
                        .map(row -> "|" + String.join("\n|", row.cells()))
                        .collect(Collectors.joining("\n\n"))
                + "\n|===\n";
    }

    private static String machine() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.availableProcessors() + " cores (" + processor() + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", JDK " + Runtime.version();
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException notLinux) {
            return "unknown";
        }
    }
}

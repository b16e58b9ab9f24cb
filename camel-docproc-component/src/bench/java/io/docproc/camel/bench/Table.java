/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Table of all measures.
 *
 * @param rows rows
 * @param duration duration of all measures
 */
record Table(List<Row> rows, Duration duration) {
    private static final String METHOD =
            """
            // SPDX-License-Identifier: Apache-2.0
            = Docproc: benchmark

            *For maintainers.* Back to xref:docproc-component.adoc[Docproc].

            The component and its peers, measured in one run with

            [source,bash]
            ----
            mvn -q -Pbench -pl camel-docproc-component verify -Dbench.document=src/main/docs/docproc-benchmark.adoc
            ----

            Without `-Dbench.document` the table goes to `camel-docproc-component/target/docproc-benchmark.adoc`.

            * (a) is the practical limit: plain sockets that stay connected. The image is read as a whole from its file,
            and the response from its socket. A byte search finds the image in it, and the JDK decodes it. An extraction
            copies a prepared request from its file.
            * (b) is the same work without the component: a route with camel-http, camel-jackson, `Base64` and a
            processor that checks `code`.
            * (c) is (b) with manually tuned `threads()` or `throttle()`, where that matters.

            The service is a separate process that discards requests and returns prepared responses. Every peer runs in
            its own JVM. Throughput is the median of rounds that the peers run alternately, so that other load of the
            machine affects all of them. A crop call reads the image from a file and writes the cropped image to a new
            file. The warm-up before them ends when each peer has made a number of calls, 30,000
            for crops. Heaps are found by binary search over a list of `-Xmx` values, each tried in a new JVM. The three rate limits are measured concurrently for 60 s, each with its own
            component. The service counts and rejects a call if more calls than allowed have arrived within the second
            before it. A poll round of a job repository is the median after 200 rounds of warm-up. Absolute figures depend
            on the machine; compare the ratios.

            The measure `shared-rate-limit` starts PostgreSQL and Redis, and for each of them four JVMs that share 10 and 200 calls per
            second for 60 s. One JVM is killed after 20 s, and the service rejects one call after 40 s. To run only this measure:

            [source,bash]
            ----
            mvn -q -Pbench -pl camel-docproc-component verify -Dbench.measures=shared-rate-limit
            ----

            On a machine with more load than cores, calls are late, and slots are lost. On Linux, `chrt -r 1` before this command
            excludes the other load.

            The row "growth after 10,000 calls" compares the process before and after these calls, each time after a
            garbage collection. The requirement is met if the heap has grown by less than 2 MB and no count has increased,
            even by one. The handles are all open file descriptors of the process, including those of the JVM. A leak in
            each call would add thousands of them.
            """;

    /** Returns the table for the console. */
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

    /** Returns the page for the documentation. */
    String asciidoc() {
        return METHOD + "\n" + machine() + ", " + LocalDate.now(ZoneOffset.UTC) + ", in " + duration.toMinutes()
                + " min "
                + duration.toSecondsPart()
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
        } catch (IOException e) {
            return "unknown";
        }
    }
}

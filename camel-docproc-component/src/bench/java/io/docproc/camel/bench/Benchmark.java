/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the component and its peers side by side in one run, and writes a page with the table. */
record Benchmark(Data data, ChildJvm service, String url) {
    /** Rounds of each peer. All durations and the warm-up are proportional to it; 1 only shows that a measure works. */
    static final int ROUNDS = Integer.getInteger("bench.rounds", 10);

    private static final Map<String, Measure> MEASURES = new LinkedHashMap<>();

    static {
        MEASURES.put("crops", Calls::crops);
        MEASURES.put("extractions", Calls::extractions);
        MEASURES.put("elements", Calls::elements);
        MEASURES.put("heap", Heap::measure);
        MEASURES.put("poll-round", PollRound::measure);
        MEASURES.put("rate-limit", RateLimit::measure);
    }

    /** Measure that returns its rows of the table. */
    private interface Measure {
        List<Row> run(Benchmark benchmark) throws Exception;
    }

    /**
     * Runs {@code <directory> <page> <measures>}: a directory for documents, responses and logs, the file to write, and
     * {@code all} or the names of measures, separated by commas.
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Path page = Path.of(arguments[1]).toAbsolutePath();
        List<String> names = List.of(arguments[2].split(","));
        long start = System.nanoTime();
        Data data = new Data(directory);
        data.create();
        List<Row> rows = new ArrayList<>();
        try (ChildJvm service = new ChildJvm(directory, Peer.DOCPROC, 512, Service.class, directory)) {
            String url = "http://127.0.0.1:" + (int) service.ask("port")[0];
            Benchmark benchmark = new Benchmark(data, service, url);
            for (String name : names.contains("all") ? MEASURES.keySet() : names) {
                System.out.println(Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s: " + name);
                try {
                    rows.addAll(MEASURES.get(name).run(benchmark));
                } catch (Exception e) {
                    e.printStackTrace();
                    rows.add(new Row(name, "").text(Peer.DOCPROC, "failed").require("a figure", false));
                }
            }
        }
        rows.forEach(row -> System.out.println(String.join(" | ", row.cells())));
        Row.write(page, rows, Duration.ofNanos(System.nanoTime() - start).toMinutes());
        System.exit(0);
    }

    /** Starts a JVM with a maximum heap in megabytes that makes calls of a peer. */
    ChildJvm caller(Peer peer, int heap, String call, String url) throws IOException {
        return new ChildJvm(data.directory(), peer, heap, Caller.class, peer, data.directory(), call, url);
    }
}

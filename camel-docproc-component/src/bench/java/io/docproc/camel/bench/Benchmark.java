/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.HeapJob.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the component side by side with its peers, and prints one table. */
public final class Benchmark {
    private final Map<String, Measure> measures = new LinkedHashMap<>();

    private Benchmark() {
        measures.put("crops", SpeedMeasure::crops);
        measures.put("extractions", SpeedMeasure::extractions);
        measures.put("webhook", WebhookMeasure::take);
        measures.put("start", FootprintMeasure::start);
        measures.put("heap-extract", HeapMeasure.of("extract a 50 MB document: smallest heap", Kind.EXTRACT_50_MB, 32));
        measures.put("heap-crop", HeapMeasure.of("crop a 50 MB image: smallest heap", Kind.CROP_50_MB, 32));
        measures.put("heap-parse", HeapMeasure.of("parse a 500 MB document: smallest heap", Kind.PARSE_500_MB, 32));
        measures.put(
                "heap-eight",
                HeapMeasure.of("8 extractions of 50 MB at once: smallest heap", Kind.EXTRACT_50_MB_EIGHT_TIMES, 48));
        measures.put(
                "heap-answer", HeapMeasure.of("parseSync answers with 100 MB: smallest heap", Kind.PARSED_100_MB, 32));
        measures.put("heap-result", HeapMeasure::fetchedResult);
        measures.put("folder", FolderMeasure::platformThreads);
        measures.put("folder-virtual", FolderMeasure::virtualThreads);
        measures.put("remains", FootprintMeasure::remains);
        measures.put("quota", QuotaMeasure::take);
    }

    /**
     * Runs {@code <directory> <document> <measures>}: a directory for what is sent and answered, the file that the table
     * is written to, and {@code all} or the names of measures, separated by commas.
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        List<String> names = List.of(arguments[2].split(","));
        new Benchmark().run(directory, Path.of(arguments[1]), names);
        System.exit(0);
    }

    private void run(Path directory, Path document, List<String> names) throws Exception {
        long start = System.nanoTime();
        progress(start, "makes what is sent and answered");
        new Material(directory).make();
        Process service = ChildJvm.withHeap(512).start(new Lab(directory, ""), IdleService.class);
        try {
            Lab lab = new Lab(directory, "http://127.0.0.1:" + port(service));
            List<Row> rows = new ArrayList<>();
            for (Map.Entry<String, Measure> measure : measures.entrySet()) {
                if (names.contains("all") || names.contains(measure.getKey())) {
                    progress(start, "measures " + measure.getKey());
                    rows.addAll(measure.getValue().take(lab));
                }
            }
            Table table = new Table(rows, Duration.ofNanos(System.nanoTime() - start));
            System.out.println(table.text());
            Files.createDirectories(document.toAbsolutePath().getParent());
            Files.writeString(document, table.asciidoc());
            progress(start, "has written " + document);
        } finally {
            service.destroy();
        }
    }

    private static int port(Process service) throws IOException {
        BufferedReader out = service.inputReader();
        Map<String, Double> values = new HashMap<>();
        while (!values.containsKey("port")) {
            Report.parse(out.readLine(), values);
        }
        return values.get("port").intValue();
    }

    private static void progress(long start, String what) {
        System.out.printf(
                "%4d s  %s%n", Duration.ofNanos(System.nanoTime() - start).toSeconds(), what);
    }
}

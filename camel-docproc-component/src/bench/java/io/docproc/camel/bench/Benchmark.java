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

/** Measures the component and its peers in one run, and writes a table of the results. */
public final class Benchmark {
    private final Map<String, Measure> measures = new LinkedHashMap<>();

    private Benchmark() {
        measures.put("crops", SpeedMeasure::crops);
        measures.put("extractions", SpeedMeasure::extractions);
        measures.put("webhook", WebhookMeasure::run);
        measures.put("start", FootprintMeasure::start);
        measures.put("heap-extract", HeapMeasure.of("extract a 50 MB document: smallest heap", Kind.EXTRACT_50_MB, 32));
        measures.put("heap-crop", HeapMeasure.of("crop a 50 MB image: smallest heap", Kind.CROP_50_MB, 32));
        measures.put("heap-parse", HeapMeasure.of("parse a 500 MB document: smallest heap", Kind.PARSE_500_MB, 32));
        measures.put(
                "heap-eight",
                HeapMeasure.of("8 concurrent extractions of 50 MB: smallest heap", Kind.EXTRACT_50_MB_EIGHT_TIMES, 48));
        measures.put(
                "heap-response", HeapMeasure.of("parseSync response of 100 MB: smallest heap", Kind.PARSED_100_MB, 32));
        measures.put("heap-result", HeapMeasure::downloadedResult);
        measures.put("elements", ElementsMeasure::run);
        measures.put("folder", FolderMeasure::platformThreads);
        measures.put("folder-virtual", FolderMeasure::virtualThreads);
        measures.put("leaks", FootprintMeasure::leaks);
        measures.put("rate-limit", RateLimitMeasure::run);
        measures.put("shared-rate-limit", SharedRateLimitMeasure::run);
        measures.put("jobs", JobStoreMeasure::run);
        measures.put("jobs-memory", JobScaleMeasure::memory);
        measures.put("jobs-embedded", JobScaleMeasure::embedded);
        measures.put("jobs-postgresql", JobScaleMeasure::postgresql);
    }

    /**
     * Runs {@code <directory> <document> <measures>}: a directory for requests and responses, the file for the table,
     * and {@code all} or the names of measures, separated by commas.
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        List<String> names = List.of(arguments[2].split(","));
        new Benchmark().run(directory, Path.of(arguments[1]), names);
        System.exit(0);
    }

    private void run(Path directory, Path document, List<String> names) throws Exception {
        long start = System.nanoTime();
        progress(start, "creates requests and responses");
        new BenchmarkData(directory).create();
        Process service = ChildJvm.withHeap(512).start(new BenchmarkEnvironment(directory, ""), IdleService.class);
        try {
            BenchmarkEnvironment environment = new BenchmarkEnvironment(directory, "http://127.0.0.1:" + port(service));
            List<Row> rows = new ArrayList<>();
            for (Map.Entry<String, Measure> measure : measures.entrySet()) {
                if (names.contains("all") || names.contains(measure.getKey())) {
                    progress(start, "measures " + measure.getKey());
                    rows.addAll(rows(measure.getKey(), measure.getValue(), environment));
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

    /** A measure that fails becomes a row, so that the figures of the others are not lost. */
    private static List<Row> rows(String name, Measure measure, BenchmarkEnvironment environment) throws Exception {
        try {
            return measure.run(environment);
        } catch (IllegalStateException e) {
            return List.of(Row.of(name, "failed: " + e.getMessage(), "a figure", false));
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

    private static void progress(long start, String step) {
        System.out.printf(
                "%4d s  %s%n", Duration.ofNanos(System.nanoTime() - start).toSeconds(), step);
    }
}

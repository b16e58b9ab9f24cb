/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.ChildJvm.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Measures the time to process a folder with a slow service. */
final class FolderMeasure {
    private static final double WITHIN = 1.2;
    private static final double WITHIN_VIRTUAL = 1.3;
    private static final int PLATFORM_THREADS = 100;
    private static final double IDEAL = 10;

    private FolderMeasure() {}

    static List<Row> platformThreads(BenchmarkEnvironment environment) {
        ChildJvm jvm = ChildJvm.withHeap(512);
        Outcome docproc = jvm.run(environment, FolderJob.class, "docproc", "1000", "200");
        Outcome tuned = jvm.run(environment, FolderJob.class, "tuned", "1000", "200");
        double ratio = docproc.value("seconds") / IDEAL;
        return List.of(Row.of(
                        "1,000 files, 2 s service, 200 in flight",
                        Row.figure(docproc.value("seconds"), "s"),
                        WITHIN + " of the ideal 10 s",
                        ratio <= WITHIN && complete(docproc))
                .withNaive("2000 s (sequential)")
                .withTuned(Row.figure(tuned.value("seconds"), "s"))
                .withRatio(Row.figure(ratio) + " of the ideal"));
    }

    static List<Row> virtualThreads(BenchmarkEnvironment environment) {
        String measure = "10,000 files, 2 s service, 2,000 in flight, virtual threads";
        String mustReach = WITHIN_VIRTUAL + " of the ideal 10 s, under " + PLATFORM_THREADS + " platform threads";
        Optional<Path> jdk = jdkWithVirtualThreads();
        if (jdk.isEmpty()) {
            return List.of(Row.skipped(measure, "no JDK 25 (set JAVA_HOME_25 or -Dbench.jdk25)", mustReach));
        }
        Outcome docproc = ChildJvm.withHeap(1024)
                .of(jdk.get())
                .within(Duration.ofMinutes(2))
                .with("-Dcamel.threads.virtual.enabled=true")
                .run(environment, FolderJob.class, "docproc", "10000", "2000");
        double ratio = docproc.value("seconds") / IDEAL;
        double threads = docproc.value("threads");
        return List.of(Row.of(
                        measure,
                        Row.figure(docproc.value("seconds"), "s, ") + (int) threads + " threads",
                        mustReach,
                        ratio <= WITHIN_VIRTUAL && threads < PLATFORM_THREADS && complete(docproc))
                .withRatio(Row.figure(ratio) + " of the ideal"));
    }

    private static boolean complete(Outcome outcome) {
        return outcome.value("remaining") == 0 && outcome.value("failed") == 0;
    }

    private static Optional<Path> jdkWithVirtualThreads() {
        if (Runtime.version().feature() >= 25) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        return Stream.of(
                        Optional.ofNullable(System.getProperty("bench.jdk25")),
                        Optional.ofNullable(System.getenv("JAVA_HOME_25")),
                        installed())
                .flatMap(Optional::stream)
                .filter(home -> !home.isBlank())
                .map(Path::of)
                .filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
                .findFirst();
    }

    /** Returns the home of a JDK 25 in the parent directory of the current JDK. */
    private static Optional<String> installed() {
        Path siblings =
                Path.of(System.getProperty("java.home")).toAbsolutePath().getParent();
        try (Stream<Path> homes = Files.list(siblings)) {
            return homes.filter(home -> home.getFileName().toString().matches(".*\\b25\\b.*"))
                    .map(Path::toString)
                    .findFirst();
        } catch (java.io.IOException e) {
            return Optional.empty();
        }
    }
}

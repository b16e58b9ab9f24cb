/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.support.JavaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.camel.util.StopWatch;

/** Kills an example at random times, restarts it each time, lets it finish and checks the results. */
final class KillRun {
    private static final double KILLED_WHILE_STARTING = 0.3;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
    /** Time in which a connection that was opened before a kill is accepted. */
    private static final Duration IDLE_TIME = Duration.ofSeconds(1);

    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final int LAST_LINES = 40;

    private final KilledExample example;
    private final RecordingService service;
    private final Plan plan;
    private final Random random;
    private final Path home;
    private final Consumer<String> lines;
    private final List<GeneratedDocument> documents = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();
    private long startMillis;

    /**
     * Plan of a run.
     *
     * @param documents number of documents added before each start
     * @param work maximum time from the first call to the kill
     * @param latency additional duration of each call, so that kills hit calls in flight
     */
    record Plan(int kills, int documents, Duration work, Duration latency, long seed) {}

    /**
     * A kill.
     *
     * @param calls number of calls of this process that reached the service
     * @param inFlight documents that this process sent and that the example had not recorded on disk as processed
     */
    record Kill(int calls, Set<String> inFlight) {}

    /**
     * Results of a run.
     *
     * @param results documents with exactly one correct result
     * @param failed broken documents that failed with a note
     * @param sentAgain number of calls beyond the first of each document
     * @param problems violated expectations
     */
    record Report(int documents, int results, int failed, List<Kill> kills, int sentAgain, List<String> problems) {
        private int inFlight() {
            return kills.stream().mapToInt(kill -> kill.inFlight().size()).sum();
        }

        boolean isSuccessful() {
            return problems.isEmpty() && results + failed == documents && sentAgain <= inFlight();
        }

        List<String> lines() {
            long starting = kills.stream().filter(kill -> kill.calls() == 0).count();
            long working =
                    kills.stream().filter(kill -> !kill.inFlight().isEmpty()).count();
            List<String> all = new ArrayList<>(problems);
            all.add(String.format(
                    """
                    kills                  %5d   %d before the first call, %d with documents in flight, %d in between
                    documents              %5d
                    one good result        %5d
                    failed, with a note    %5d
                    missing or wrong       %5d
                    sent again             %5d   at most %d, the documents in flight at the kills\
                    """,
                    kills.size(),
                    starting,
                    working,
                    kills.size() - starting - working,
                    documents,
                    results,
                    failed,
                    documents - results - failed,
                    sentAgain,
                    inFlight()));
            return all;
        }
    }

    /** @param home existing folder for documents, temporary files and the output of each process */
    KillRun(KilledExample example, RecordingService service, Plan plan, Path home, Consumer<String> lines)
            throws IOException {
        this.example = example;
        this.service = service;
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.home = home;
        this.lines = lines;
        for (String folder : List.of("temporary", "consoles", "made")) {
            Files.createDirectory(home.resolve(folder));
        }
    }

    /** Executes the plan. */
    Report run() throws IOException, InterruptedException {
        for (int number = 1; number <= plan.kills(); number++) {
            for (int i = 0; i < plan.documents(); i++) {
                GeneratedDocument document =
                        GeneratedDocument.create(home.resolve("made"), documents.size() + 1, example.kinds());
                service.expect(document);
                example.put(document);
                documents.add(document);
            }
            runUntilKilled(number);
        }
        Process child = start(false);
        if (!child.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            child.destroyForcibly().waitFor();
            throw failure("the example does not end");
        }
        Report report = check(example, documents, kills, service.arrivals());
        if (!report.isSuccessful()) {
            lines.accept(failure("the run failed").getMessage());
        }
        return report;
    }

    private void runUntilKilled(int number) throws IOException, InterruptedException {
        int before = service.arrivals().size();
        StopWatch begun = new StopWatch();
        Process child = start(true);
        try {
            boolean whileStarting = number > 1 && random.nextDouble() < KILLED_WHILE_STARTING;
            if (!whileStarting) {
                // Documents are always waiting when a process starts.
                while (service.isIdle()) {
                    requireAlive(child, POLL_INTERVAL.toMillis());
                    requireInTime(begun, "the example does not call");
                }
                startMillis = begun.taken();
            }
            requireAlive(child, (long) (random.nextDouble()
                    * (whileStarting ? startMillis : plan.work().toMillis())));
        } finally {
            child.destroyForcibly().waitFor();
        }
        long after = begun.taken();
        awaitIdle();
        List<String> sent =
                service.arrivals().subList(before, service.arrivals().size());
        Set<String> inFlight = new HashSet<>(sent);
        Set<String> waiting = example.waiting();
        inFlight.retainAll(waiting);
        inFlight.removeAll(example.processed());
        kills.add(new Kill(sent.size(), inFlight));
        lines.accept(String.format(
                Locale.ROOT,
                "kill %d/%d at %d ms, %d in flight, %d of %d documents done",
                number,
                plan.kills(),
                after,
                inFlight.size(),
                documents.size() - waiting.size(),
                plan.kills() * plan.documents()));
    }

    private void requireAlive(Process child, long millis) throws IOException, InterruptedException {
        if (child.waitFor(millis, TimeUnit.MILLISECONDS)) {
            throw failure("the example exited with status " + child.exitValue());
        }
    }

    private void requireInTime(StopWatch watch, String problem) throws IOException {
        if (watch.taken() > TIMEOUT.toMillis()) {
            throw failure(problem);
        }
    }

    /** Waits until the service has processed all calls of a killed process. */
    private void awaitIdle() throws IOException {
        StopWatch waiting = new StopWatch();
        StopWatch idle = new StopWatch();
        while (idle.taken() < IDLE_TIME.toMillis()) {
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            if (!service.isIdle()) {
                idle.restart();
            }
            requireInTime(waiting, "the service still processes calls of a killed process");
        }
    }

    private Path console() {
        return home.resolve("consoles").resolve((kills.size() + 1) + ".txt");
    }

    /** Returns an exception with the last lines of the output without stack frames. */
    private IOException failure(String what) throws IOException {
        List<String> output = Files.readAllLines(console()).stream()
                .filter(line -> !line.startsWith("\tat "))
                .toList();
        return new IOException(what + "; its last output is\n"
                + String.join("\n", output.subList(Math.max(0, output.size() - LAST_LINES), output.size())));
    }

    private Process start(boolean watch) throws IOException {
        ProcessBuilder program = new JavaProgram(
                        example.main(),
                        List.of(),
                        example.properties(service.baseUrl(), watch),
                        Map.of(
                                "DOCPROC_APP_ID", "local-app",
                                "DOCPROC_SECRET_CODE", "local-secret",
                                "DOCPROC_CALLBACK_SECRET", "callback-secret-of-the-endurance-run",
                                "AWS_ACCESS_KEY_ID", "local",
                                "AWS_SECRET_ACCESS_KEY", "local"))
                .process(256);
        program.command().add(1, "-Djava.io.tmpdir=" + home.resolve("temporary"));
        return program.redirectOutput(console().toFile()).start();
    }

    /** Checks all documents and results. */
    static Report check(
            KilledExample example, List<GeneratedDocument> documents, List<Kill> kills, List<String> arrivals)
            throws IOException {
        List<String> problems = new ArrayList<>();
        Set<String> unexpected = new HashSet<>(example.names(KilledExample.Area.RESULTS));
        int results = 0;
        int failed = 0;
        int sentAgain = 0;
        for (GeneratedDocument document : documents) {
            Optional<String> problem = example.problem(document);
            problem.ifPresent(text -> problems.add(document.name() + ": " + text));
            boolean broken = document.kind() == Kind.BROKEN;
            results += problem.isEmpty() && !broken ? 1 : 0;
            failed += problem.isEmpty() && broken ? 1 : 0;
            unexpected.removeIf(name -> name.contains(document.name()));
            int calls = (int) arrivals.stream().filter(document.name()::equals).count();
            sentAgain += Math.max(0, calls - 1);
            long inFlight = kills.stream()
                    .filter(kill -> kill.inFlight().contains(document.name()))
                    .count();
            if (calls > 1 + inFlight) {
                problems.add(document.name() + ": sent " + calls + " times, in flight at " + inFlight + " kills");
            }
        }
        example.waiting().forEach(name -> problems.add(name + ": still waits"));
        unexpected.forEach(name -> problems.add(name + ": the result of no document"));
        return new Report(documents.size(), results, failed, List.copyOf(kills), sentAgain, problems);
    }
}

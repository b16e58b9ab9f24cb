/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.camel.util.StopWatch;

/** Kills an example at random times, restarts it each time, lets it finish and checks the results. */
final class KillRun {
    private static final double KILLED_WHILE_STARTING = 0.3;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    /** Time in which a connection that was opened before a kill is accepted. */
    private static final Duration IDLE_TIME = Duration.ofMillis(300);

    private static final Duration PROCESSING_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(10);

    private final KilledExample example;
    private final RecordingService service;
    private final DocumentGenerator generator;
    private final Plan plan;
    private final Random random;
    private final Path temporaryFolder;
    private final Path consoles;
    private final Consumer<String> lines;
    private final List<GeneratedDocument> documents = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();
    private Duration start = Duration.ZERO;

    /**
     * Plan of a run.
     *
     * @param kills number of kills
     * @param documents number of documents added before each start
     * @param work maximum time from the first call to the kill
     * @param latency additional duration of each call, so that kills hit calls in flight
     * @param seed seed of the random times
     */
    record Plan(int kills, int documents, Duration work, Duration latency, long seed) {}

    /**
     * A kill.
     *
     * @param after time since the start of the process
     * @param calls number of calls of this process that reached the service
     * @param inFlight documents that this process sent and that the example had not recorded on disk as processed
     */
    record Kill(Duration after, int calls, Set<String> inFlight) {}

    /**
     * @param generator generates the documents
     * @param home existing folder for temporary files and the output of each process
     */
    KillRun(
            KilledExample example,
            RecordingService service,
            DocumentGenerator generator,
            Plan plan,
            Path home,
            Consumer<String> lines)
            throws IOException {
        this.example = example;
        this.service = service;
        this.generator = generator;
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.temporaryFolder = Files.createDirectory(home.resolve("temporary"));
        this.consoles = Files.createDirectory(home.resolve("consoles"));
        this.lines = lines;
    }

    /** Executes the plan. */
    RunReport run() throws IOException, InterruptedException {
        for (int number = 1; number <= plan.kills(); number++) {
            for (int more = 0; more < plan.documents(); more++) {
                addDocument();
            }
            Kill kill = runUntilKilled();
            kills.add(kill);
            lines.accept(String.format(
                    Locale.ROOT,
                    "kill %d/%d at %d ms, %d in flight, %d of %d documents done",
                    number,
                    plan.kills(),
                    kill.after().toMillis(),
                    kill.inFlight().size(),
                    documents.size() - example.waiting().size(),
                    plan.kills() * plan.documents()));
        }
        String lastLines = finish();
        RunReport report = RunReport.of(example, documents, kills, service.callCounts());
        if (!report.isSuccessful()) {
            lines.accept("The last words of the example were\n" + lastLines);
        }
        return report;
    }

    private void addDocument() throws IOException {
        GeneratedDocument document = generator.next();
        service.expect(document);
        example.put(document);
        documents.add(document);
    }

    private Kill runUntilKilled() throws IOException, InterruptedException {
        int before = service.count();
        StopWatch begun = new StopWatch();
        try (ChildProcess child = begin(RunMode.UNTIL_STOPPED)) {
            boolean whileStarting = !kills.isEmpty() && random.nextDouble() < KILLED_WHILE_STARTING;
            if (!whileStarting) {
                awaitCall(child);
                start = Duration.ofMillis(begun.taken());
            }
            if (child.exitsWithin(randomPart(whileStarting ? start : plan.work()))) {
                throw child.unexpectedExit();
            }
        }
        Duration after = Duration.ofMillis(begun.taken());
        awaitIdle();
        List<String> sent = service.since(before);
        Set<String> inFlight = new HashSet<>(sent);
        inFlight.retainAll(example.waiting());
        inFlight.removeAll(example.processed());
        return new Kill(after, sent.size(), inFlight);
    }

    /** Waits for the first call; documents are always waiting when a process starts. */
    private void awaitCall(ChildProcess child) throws IOException, InterruptedException {
        StopWatch waiting = new StopWatch();
        while (service.isIdle()) {
            if (child.exitsWithin(POLL_INTERVAL)) {
                throw child.unexpectedExit();
            }
            if (waiting.taken() > START_TIMEOUT.toMillis()) {
                throw child.failure("the example does not call");
            }
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
            if (waiting.taken() > PROCESSING_TIMEOUT.toMillis()) {
                throw new IOException("the service is not done with what a killed process had sent");
            }
        }
    }

    private Duration randomPart(Duration time) {
        return Duration.ofNanos((long) (random.nextDouble() * time.toNanos()));
    }

    private String finish() throws IOException, InterruptedException {
        try (ChildProcess child = begin(RunMode.UNTIL_IDLE)) {
            if (!child.exitsWithin(FINISH_TIMEOUT)) {
                throw child.failure("the example does not end");
            }
            return child.lastLines();
        }
    }

    private ChildProcess begin(RunMode runMode) throws IOException {
        ProcessBuilder program = example.program(
                        new ServiceAccount(service.baseUrl(), "local-app", "local-secret"), runMode)
                .process();
        program.command().add(1, "-Djava.io.tmpdir=" + temporaryFolder);
        return ChildProcess.begin(program, consoles.resolve((kills.size() + 1) + ".txt"));
    }
}

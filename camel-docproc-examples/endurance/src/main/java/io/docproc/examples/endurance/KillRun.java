/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.support.Ending;
import io.docproc.examples.support.ServiceAccount;
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

/** Kills an example at random moments, starts it again each time, lets it finish in the end and looks at what is there. */
final class KillRun {
    private static final double KILLED_WHILE_STARTING = 0.3;
    private static final Duration LOOK = Duration.ofMillis(10);

    /** In which a connection that was made before a kill is accepted. */
    private static final Duration QUIET = Duration.ofMillis(300);

    private static final Duration MOST_TIME_TO_WORK_OFF = Duration.ofMinutes(5);
    private static final Duration MOST_TIME_TO_START = Duration.ofMinutes(5);
    private static final Duration MOST_TIME_TO_FINISH = Duration.ofMinutes(10);

    private final KilledExample example;
    private final Sendings service;
    private final MadeDocuments making;
    private final Plan plan;
    private final Random random;
    private final Path temporaryFolder;
    private final Path consoles;
    private final Consumer<String> lines;
    private final List<MadeDocument> documents = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();
    private Duration start = Duration.ZERO;

    /**
     * What is to be done.
     *
     * @param kills how often the example is killed
     * @param documents how many arrive before each start, so that there is always something to do
     * @param work the longest that it is left to work, from its first call on
     * @param latency how long each call takes, besides its work, so that a kill meets it
     * @param seed makes the moments
     */
    record Plan(int kills, int documents, Duration work, Duration latency, long seed) {}

    /**
     * A kill.
     *
     * @param after how long the example had run
     * @param calls how many calls of that life had reached the service
     * @param inFlight the documents that the service was sent in this life, and of which the example had not noted on disk
     *     that they need not be sent again
     */
    record Kill(Duration after, int calls, Set<String> inFlight) {}

    /**
     * @param making makes its documents
     * @param home an existing folder, in which the example's temporary files go, and what each of its processes says
     */
    KillRun(KilledExample example, Sendings service, MadeDocuments making, Plan plan, Path home, Consumer<String> lines)
            throws IOException {
        this.example = example;
        this.service = service;
        this.making = making;
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.temporaryFolder = Files.createDirectory(home.resolve("temporary"));
        this.consoles = Files.createDirectory(home.resolve("consoles"));
        this.lines = lines;
    }

    /** Does all of it. */
    Verdict run() throws IOException, InterruptedException {
        for (int number = 1; number <= plan.kills(); number++) {
            for (int more = 0; more < plan.documents(); more++) {
                arrive();
            }
            Kill kill = live();
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
        String lastWords = finish();
        Verdict verdict = Verdict.of(example, documents, kills, service.times());
        if (!verdict.allWell()) {
            lines.accept("The last words of the example were\n" + lastWords);
        }
        return verdict;
    }

    private void arrive() throws IOException {
        MadeDocument document = making.next();
        service.expect(document);
        example.put(document);
        documents.add(document);
    }

    private Kill live() throws IOException, InterruptedException {
        int before = service.count();
        StopWatch begun = new StopWatch();
        try (Life life = begin(Ending.WHEN_STOPPED)) {
            boolean whileStarting = !kills.isEmpty() && random.nextDouble() < KILLED_WHILE_STARTING;
            if (!whileStarting) {
                awaitCall(life);
                start = Duration.ofMillis(begun.taken());
            }
            if (life.endsWithin(within(whileStarting ? start : plan.work()))) {
                throw life.endedByItself();
            }
        }
        Duration after = Duration.ofMillis(begun.taken());
        awaitQuiet();
        List<String> sent = service.since(before);
        Set<String> inFlight = new HashSet<>(sent);
        inFlight.retainAll(example.waiting());
        inFlight.removeAll(example.noted());
        return new Kill(after, sent.size(), inFlight);
    }

    /** There are always documents that wait when a life begins. */
    private void awaitCall(Life life) throws IOException, InterruptedException {
        StopWatch waiting = new StopWatch();
        while (service.isQuiet()) {
            if (life.endsWithin(LOOK)) {
                throw life.endedByItself();
            }
            if (waiting.taken() > MOST_TIME_TO_START.toMillis()) {
                throw life.failure("the example does not call");
            }
        }
    }

    /** Waits until what a killed process had sent has reached the service and been worked off. */
    private void awaitQuiet() throws IOException {
        StopWatch waiting = new StopWatch();
        StopWatch quiet = new StopWatch();
        while (quiet.taken() < QUIET.toMillis()) {
            LockSupport.parkNanos(LOOK.toNanos());
            if (!service.isQuiet()) {
                quiet.restart();
            }
            if (waiting.taken() > MOST_TIME_TO_WORK_OFF.toMillis()) {
                throw new IOException("the service is not done with what a killed process had sent");
            }
        }
    }

    private Duration within(Duration time) {
        return Duration.ofNanos((long) (random.nextDouble() * time.toNanos()));
    }

    private String finish() throws IOException, InterruptedException {
        try (Life life = begin(Ending.WHEN_IDLE)) {
            if (!life.endsWithin(MOST_TIME_TO_FINISH)) {
                throw life.failure("the example does not end");
            }
            return life.lastWords();
        }
    }

    private Life begin(Ending ending) throws IOException {
        ProcessBuilder program = example.program(
                        new ServiceAccount(service.baseUrl(), "local-app", "local-secret"), ending)
                .with("java.io.tmpdir", temporaryFolder.toString())
                .process();
        return Life.begin(program, consoles.resolve((kills.size() + 1) + ".txt"));
    }
}

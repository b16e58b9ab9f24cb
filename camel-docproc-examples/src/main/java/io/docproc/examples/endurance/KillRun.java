/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.run.Ending;
import io.docproc.examples.run.ServiceAccount;
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
import java.util.function.Consumer;

/** Kills an example at random moments, starts it again each time, lets it finish in the end and looks at what is there. */
final class KillRun {
    private static final double KILLED_WHILE_STARTING = 0.3;
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
        finish();
        return Verdict.of(example, documents, kills, service.times());
    }

    private void arrive() throws IOException {
        MadeDocument document = making.next();
        service.expect(document);
        example.put(document);
        documents.add(document);
    }

    private Kill live() throws IOException, InterruptedException {
        int before = service.count();
        long begun = System.nanoTime();
        try (Life life = begin(Ending.WHEN_STOPPED)) {
            if (kills.isEmpty() && !service.awaitMore(before, MOST_TIME_TO_START)) {
                throw life.failure("the example does not call");
            }
            if (life.endsWithin(moment(begun))) {
                throw life.failure("the example has ended by itself");
            }
        }
        Duration after = Duration.ofNanos(System.nanoTime() - begun);
        service.awaitQuiet();
        service.firstSince(before).ifPresent(first -> start = Duration.ofNanos(first - begun));
        List<String> sent = service.since(before);
        Set<String> inFlight = new HashSet<>(sent);
        inFlight.retainAll(example.waiting());
        inFlight.removeAll(example.noted());
        return new Kill(after, sent.size(), inFlight);
    }

    /**
     * So long from now: some while it starts, most in the time that follows, each moment of either as likely as others. How
     * long a start takes is known from the life before; the first one has called already.
     */
    private Duration moment(long begun) {
        if (kills.isEmpty()) {
            start = Duration.ofNanos(System.nanoTime() - begun);
            return within(plan.work());
        }
        return random.nextDouble() < KILLED_WHILE_STARTING ? within(start) : start.plus(within(plan.work()));
    }

    private Duration within(Duration time) {
        return Duration.ofNanos((long) (random.nextDouble() * time.toNanos()));
    }

    private void finish() throws IOException, InterruptedException {
        try (Life life = begin(Ending.WHEN_IDLE)) {
            if (!life.endsWithin(MOST_TIME_TO_FINISH)) {
                throw life.failure("the example does not end");
            }
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

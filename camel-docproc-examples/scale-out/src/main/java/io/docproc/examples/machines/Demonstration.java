/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import io.docproc.examples.samples.NumberedDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A broker, a poller and workers, all on this machine; some workers are killed in the middle of their calls. */
final class Demonstration {
    private static final MachinesSettings.Broker ANY_PORT = new MachinesSettings.Broker("tcp://127.0.0.1:0", "", "");
    private static final Duration SLOW = Duration.ofSeconds(5);

    private final MachinesSettings settings;
    private final SharedFolder folder;
    private final Outcomes outcomes;
    private final Duration patience;
    private final Consumer<String> lines;

    /** @param patience how long nothing may happen before it gives up */
    Demonstration(MachinesSettings settings, Duration patience, Consumer<String> lines) {
        this.settings = settings;
        this.folder = settings.folder();
        this.outcomes = new Outcomes(folder);
        this.patience = patience;
        this.lines = lines;
    }

    /** Runs until every document has its outcome, or nothing has happened for too long. */
    Verdict run() throws Exception {
        folder.create();
        Verdict verdict;
        if (settings.account().isPresent()) {
            verdict = withBroker(settings.account().get(), Optional.empty());
        } else {
            try (LocalCalls service = new LocalCalls(allowed())) {
                lines.accept("Local service at " + service.account() + ": at most " + allowed()
                        + " calls per second, of which the workers share "
                        + settings.quota().accountCallsPerSecond());
                verdict = withBroker(service.account(), Optional.of(service));
            }
        }
        verdict.print(lines);
        return verdict;
    }

    /** One call more than is shared out: on their way, calls of different workers can come closer together. */
    private int allowed() {
        return settings.quota().accountCallsPerSecond() + 1;
    }

    private Verdict withBroker(MachinesSettings.Account account, Optional<LocalCalls> service) throws Exception {
        if (settings.broker().isPresent()) {
            return work(account, settings.broker().get(), service);
        }
        try (ClaimBroker broker = ClaimBroker.start(ANY_PORT, settings.brokerFolder())) {
            lines.accept("Broker at " + broker.url());
            return work(account, new MachinesSettings.Broker(broker.url(), "", ""), service);
        }
    }

    private Verdict work(MachinesSettings.Account account, MachinesSettings.Broker broker, Optional<LocalCalls> service)
            throws Exception {
        List<Claim> claims = fillInbox();
        if (service.isPresent()) {
            slowDown(service.get(), claims.size());
        }
        List<Child> children = new ArrayList<>();
        try {
            children.add(start("poller  ", "poller", account, broker));
            for (int number = 1; number <= settings.quota().workers(); number++) {
                children.add(start("worker-" + number, "worker", account, broker));
            }
            List<Child> workers = children.subList(1, children.size());
            if (settings.rehearsal().kills() > 0) {
                awaitMiddle(claims, workers, service);
                kill(workers.subList(0, settings.rehearsal().kills()));
            }
            awaitOutcomes(claims, claims.size(), workers);
        } finally {
            for (Child child : children) {
                child.close();
            }
        }
        return verdict(claims, service);
    }

    private List<Claim> fillInbox() throws IOException {
        if (folder.documents().isEmpty()) {
            NumberedDocuments.write(folder.inbox(), settings.rehearsal().documents());
            lines.accept("The inbox was empty: " + settings.rehearsal().documents() + " documents made in "
                    + folder.inbox());
        }
        List<Claim> claims = new ArrayList<>();
        for (Path document : folder.documents()) {
            claims.add(Claim.of(folder, document));
        }
        return claims;
    }

    private Child start(String name, String role, MachinesSettings.Account account, MachinesSettings.Broker broker)
            throws IOException {
        Map<String, String> environment = Map.of(
                "DOCPROC_APP_ID", account.appId(),
                "DOCPROC_SECRET_CODE", account.secretCode(),
                "DOCPROC_BROKER_USER", broker.user(),
                "DOCPROC_BROKER_PASSWORD", broker.password());
        Map<String, String> properties = new LinkedHashMap<>(settings.properties());
        properties.put("docproc.worker", name.strip());
        properties.put("docproc.baseUrl", account.baseUrl());
        properties.put("docproc.broker", broker.url());
        return Child.start(new Child.Orders(name, role, properties, environment), lines);
    }

    /** At the local service some calls in the middle are slow, one for each that a worker makes at once. */
    private void slowDown(LocalCalls service, int documents) throws IOException, InterruptedException {
        if (settings.rehearsal().kills() > 0) {
            service.delay(Math.max(1, (documents - callsAtOnce()) / 2), callsAtOnce(), SLOW);
        }
    }

    private void awaitMiddle(List<Claim> claims, List<Child> workers, Optional<LocalCalls> service) throws Exception {
        if (service.isEmpty()) {
            awaitOutcomes(claims, claims.size() / 2, workers);
            return;
        }
        Waiting.until(
                () -> service.get().struck() == callsAtOnce()
                        || outcomes.of(claims).size() == claims.size()
                        || workers.stream().noneMatch(Child::isAlive),
                patience);
    }

    private int callsAtOnce() {
        return settings.quota().workers() * settings.concurrency();
    }

    private void kill(List<Child> workers) throws InterruptedException {
        for (Child worker : workers) {
            worker.kill();
        }
        lines.accept("Killed: " + workers.size() + " of " + settings.quota().workers() + " workers");
    }

    private void awaitOutcomes(List<Claim> claims, int enough, List<Child> workers) throws Exception {
        int before;
        int now = outcomes.of(claims).size();
        do {
            before = now;
            int seen = before;
            Waiting.until(
                    () -> outcomes.of(claims).size() > seen
                            || seen >= enough
                            || workers.stream().noneMatch(Child::isAlive),
                    patience);
            now = outcomes.of(claims).size();
        } while (now > before && now < enough);
    }

    private Verdict verdict(List<Claim> claims, Optional<LocalCalls> service) throws IOException {
        Optional<Verdict.Calls> calls = Optional.empty();
        if (service.isPresent()) {
            calls = Optional.of(new Verdict.Calls(
                    service.get().all(), service.get().refused(), service.get().inBusiestSecond(), allowed()));
        }
        int inHands = settings.rehearsal().kills() * settings.concurrency();
        return new Verdict(claims.size(), outcomes.of(claims), inHands, calls);
    }
}

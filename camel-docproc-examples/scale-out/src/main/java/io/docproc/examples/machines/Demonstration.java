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
    private final OutcomeStore outcomes;
    private final Duration timeout;
    private final Consumer<String> lines;

    /** @param timeout maximum time without progress, after which the demonstration fails */
    Demonstration(MachinesSettings settings, Duration timeout, Consumer<String> lines) {
        this.settings = settings;
        this.folder = settings.folder();
        this.outcomes = new OutcomeStore(folder);
        this.timeout = timeout;
        this.lines = lines;
    }

    /** Runs until every document has its outcome, or nothing has happened for too long. */
    RunReport run() throws Exception {
        folder.create();
        RunReport report;
        if (settings.account().isPresent()) {
            report = withBroker(settings.account().get(), Optional.empty());
        } else {
            try (CountingService service = new CountingService(allowed())) {
                lines.accept("Local service at " + service.account() + ": at most " + allowed()
                        + " calls per second, of which the workers share "
                        + settings.quota().accountCallsPerSecond());
                report = withBroker(service.account(), Optional.of(service));
            }
        }
        report.print(lines);
        return report;
    }

    /** One call more than is shared out: on their way, calls of different workers can come closer together. */
    private int allowed() {
        return settings.quota().accountCallsPerSecond() + 1;
    }

    private RunReport withBroker(MachinesSettings.Account account, Optional<CountingService> service) throws Exception {
        if (settings.broker().isPresent()) {
            return work(account, settings.broker().get(), service);
        }
        try (MessageBroker broker = MessageBroker.start(ANY_PORT, settings.brokerFolder())) {
            lines.accept("Broker at " + broker.url());
            return work(account, new MachinesSettings.Broker(broker.url(), "", ""), service);
        }
    }

    private RunReport work(
            MachinesSettings.Account account, MachinesSettings.Broker broker, Optional<CountingService> service)
            throws Exception {
        List<DocumentReference> references = fillInbox();
        if (service.isPresent()) {
            slowDown(service.get(), references.size());
        }
        List<ChildProcess> children = new ArrayList<>();
        try {
            children.add(start("poller  ", "poller", account, broker));
            for (int number = 1; number <= settings.quota().workers(); number++) {
                children.add(start("worker-" + number, "worker", account, broker));
            }
            List<ChildProcess> workers = children.subList(1, children.size());
            if (settings.demo().kills() > 0) {
                awaitMiddle(references, workers, service);
                kill(workers.subList(0, settings.demo().kills()));
            }
            awaitOutcomes(references, references.size(), workers);
        } finally {
            for (ChildProcess child : children) {
                child.close();
            }
        }
        return report(references, service);
    }

    private List<DocumentReference> fillInbox() throws IOException {
        if (folder.documents().isEmpty()) {
            NumberedDocuments.write(folder.inbox(), settings.demo().documents());
            lines.accept(
                    "The inbox was empty: " + settings.demo().documents() + " documents made in " + folder.inbox());
        }
        List<DocumentReference> references = new ArrayList<>();
        for (Path document : folder.documents()) {
            references.add(DocumentReference.of(folder, document));
        }
        return references;
    }

    private ChildProcess start(
            String name, String role, MachinesSettings.Account account, MachinesSettings.Broker broker)
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
        return ChildProcess.start(new ChildProcess.Launch(name, role, properties, environment), lines);
    }

    /** At the local service some calls in the middle are slow, one for each that a worker makes at once. */
    private void slowDown(CountingService service, int documents) throws IOException, InterruptedException {
        if (settings.demo().kills() > 0) {
            service.delay(Math.max(1, (documents - callsAtOnce()) / 2), callsAtOnce(), SLOW);
        }
    }

    private void awaitMiddle(
            List<DocumentReference> references, List<ChildProcess> workers, Optional<CountingService> service)
            throws Exception {
        if (service.isEmpty()) {
            awaitOutcomes(references, references.size() / 2, workers);
            return;
        }
        Await.until(
                () -> service.get().struck() == callsAtOnce()
                        || outcomes.of(references).size() == references.size()
                        || workers.stream().noneMatch(ChildProcess::isAlive),
                timeout);
    }

    private int callsAtOnce() {
        return settings.quota().workers() * settings.concurrency();
    }

    private void kill(List<ChildProcess> workers) throws InterruptedException {
        for (ChildProcess worker : workers) {
            worker.kill();
        }
        lines.accept("Killed: " + workers.size() + " of " + settings.quota().workers() + " workers");
    }

    private void awaitOutcomes(List<DocumentReference> references, int enough, List<ChildProcess> workers)
            throws Exception {
        int before;
        int now = outcomes.of(references).size();
        do {
            before = now;
            int seen = before;
            Await.until(
                    () -> outcomes.of(references).size() > seen
                            || seen >= enough
                            || workers.stream().noneMatch(ChildProcess::isAlive),
                    timeout);
            now = outcomes.of(references).size();
        } while (now > before && now < enough);
    }

    private RunReport report(List<DocumentReference> references, Optional<CountingService> service) throws IOException {
        Optional<RunReport.Calls> calls = Optional.empty();
        if (service.isPresent()) {
            calls = Optional.of(new RunReport.Calls(
                    service.get().all(), service.get().refused(), service.get().inBusiestSecond(), allowed()));
        }
        int inFlight = settings.demo().kills() * settings.concurrency();
        return new RunReport(references.size(), outcomes.of(references), inFlight, calls);
    }
}

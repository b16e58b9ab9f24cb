/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.camel.DocprocComponent;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.FolderLock;
import io.docproc.examples.support.GracefulStop;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceHandle;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of an example: starts service and server, lets the routes take what is there, and says what became of it. */
final class PollerRun {
    private static final long LOOK_MILLIS = 200;

    private final PollerSettings settings;
    private final Console console;
    private final CountDownLatch over = new CountDownLatch(1);

    PollerRun(PollerSettings settings, PrintStream out) {
        this.settings = settings;
        this.console = new Console(out);
    }

    /**
     * Runs until nothing is left, or, when it is to watch, until it is stopped.
     *
     * @return whether no document failed or was left alone, and the server could be polled
     * @throws InvalidSettingException when another run has the folder
     */
    boolean run() throws Exception {
        Files.createDirectories(settings.state());
        try (FileChannel folder = FolderLock.tryLock(settings.state())
                        .orElseThrow(() -> new InvalidSettingException("another run works in " + settings.home()));
                ServiceHandle service = ServiceHandle.start(settings.account(), console);
                DocumentServer server = server()) {
            console.line(server.address());
            fill(server);
            try (GracefulStop stop = new GracefulStop(this::stop)) {
                return work(service, server);
            }
        }
    }

    /** Ends the run once the documents that are being worked on are done. */
    void stop() {
        over.countDown();
    }

    private DocumentServer server() throws IOException {
        return settings.server().isEmpty()
                ? settings.poller().serve(settings.home())
                : new ExternalServer(settings.server());
    }

    private void fill(DocumentServer server) throws IOException {
        if (server.isNew()) {
            Map<String, Path> samples = settings.account().isEmpty() ? samples() : Map.of();
            server.put(samples);
            console.line("Nothing was there: " + samples.size() + " samples put there");
        }
    }

    private Map<String, Path> samples() throws IOException {
        PathMatcher chosen = FileSystems.getDefault()
                .getPathMatcher("glob:" + settings.poller().samples());
        Map<String, Path> samples = new TreeMap<>();
        try (Stream<Path> all = Files.walk(settings.samples())) {
            all.filter(Files::isRegularFile).forEach(file -> {
                Path name = settings.samples().relativize(file);
                // .corners.json and .fields.json are what is true of the sample beside them
                if (chosen.matches(name) && !name.toString().endsWith(".json")) {
                    samples.put(name.toString(), file);
                }
            });
        }
        return samples;
    }

    private boolean work(ServiceHandle service, DocumentServer server) throws Exception {
        PollerProgress progress = new PollerProgress(server, console);
        PollMonitor polls = new PollMonitor(console);
        boolean allTaken;
        AccountErrorRoutePolicy accountErrors = new AccountErrorRoutePolicy(settings.accountPause(), console::line);
        org.apache.camel.main.Main main = application(service, server);
        main.bind("accountErrors", accountErrors);
        main.start();
        try {
            main.getCamelContext().getManagementStrategy().addEventNotifier(progress);
            polls.monitor(main.getCamelContext());
            main.getCamelContext().getRouteController().startAllRoutes();
            allTaken = awaitEnd(polls, server, new UnprocessedFileDetector(main.getCamelContext(), accountErrors));
            main.getCamelContext().getRouteController().stopAllRoutes();
        } finally {
            main.stop();
        }
        console.line(progress.sentence());
        console.line("Results: " + console.path(settings.results()));
        return progress.isSuccessful() && allTaken && isReachable(polls);
    }

    private boolean isReachable(PollMonitor polls) {
        Optional<Exception> failure = polls.failure();
        failure.ifPresent(cause -> console.line("The documents cannot be polled: " + PollMonitor.reason(cause)));
        return failure.isEmpty();
    }

    private org.apache.camel.main.Main application(ServiceHandle service, DocumentServer server) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.configure()
                .withRoutesIncludePattern(settings.routes())
                .withAutoStartup(false)
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true);
        main.addInitialProperty("docproc.results", settings.results().toString());
        main.addInitialProperty("docproc.state", settings.state().toString());
        main.addInitialProperty("docproc.work", settings.work().toString());
        main.addInitialProperty("docproc.redeliveries", String.valueOf(settings.redeliveries()));
        main.addInitialProperty("docproc.redeliveryDelay", String.valueOf(settings.redeliveryDelay()));
        main.addInitialProperty(
                "docproc.accountPause", String.valueOf(settings.accountPause().toMillis()));
        server.properties().forEach(main::addInitialProperty);
        main.bind("docproc", component(service));
        return main;
    }

    private DocprocComponent component(ServiceHandle service) {
        DocprocComponent component = service.component();
        component.setRateLimitCooldown(settings.accountPause().toMillis());
        component.getConfiguration().setMaxConcurrentRequests(settings.concurrency());
        return component;
    }

    /** Waits until the run is over, and returns whether no document was left alone. */
    private boolean awaitEnd(PollMonitor polls, DocumentServer server, UnprocessedFileDetector detector)
            throws IOException, InterruptedException {
        while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            List<WaitingDocument> waiting = server.waiting();
            boolean nothingToDo = detector.areAllUnprocessed(waiting, polls);
            if (settings.runMode() == RunMode.UNTIL_IDLE && polls.failure().isPresent()) {
                return true;
            }
            if (settings.runMode() == RunMode.UNTIL_IDLE && nothingToDo) {
                waiting.forEach(document ->
                        console.line("NOT TAKEN: " + document.printableName() + ": " + detector.reason(document)));
                return waiting.isEmpty();
            }
        }
        return true;
    }
}

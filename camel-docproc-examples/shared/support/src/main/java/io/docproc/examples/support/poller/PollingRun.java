/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.poller;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.server.DocumentServer;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Run of a polling example: starts service and server, and reports the result of each document. */
public final class PollingRun {
    private final PollingExample example;
    private final Map<String, String> properties;
    private final PrintStream out;
    private DocumentServer server;
    private PollerProgress progress;
    private PollMonitor polls;
    private boolean watch;
    private Path results;

    /**
     * Creates a run.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the report
     */
    public PollingRun(PollingExample example, Map<String, String> properties, PrintStream out) {
        this.example = example;
        this.properties = properties;
        this.out = out;
    }

    /**
     * Runs until no document is left or, with {@code docproc.watch}, until the process is stopped.
     *
     * @return true if all documents were processed and the server could be polled
     * @throws InvalidSettingException if a setting is invalid, or another run uses the folder
     */
    public boolean run() throws Exception {
        try (ExampleMain application = ExampleMain.init(example.name(), properties, out, this::prepare)) {
            application.main().run();
            return report(application.console());
        }
    }

    private void prepare(ExampleMain application) throws Exception {
        ExampleProperties configured = application.properties();
        watch = configured.flag("docproc.watch");
        results = configured.path("docproc.results");
        Console console = application.console();
        Path data = configured.path("docproc.home").resolve("data");
        application.lock(configured.folder("docproc.state"));
        application.startService(new LocalServiceOptions());
        boolean external = configured.isSet(example.location());
        server = external
                ? DocumentServer.external(example.location(), configured.text(example.location()))
                : example.server().apply(data);
        application.closeAtEnd(server);
        server.properties().forEach(application::set);
        console.line(server.address());
        if (!external && server.inbox().orElseThrow().isNew()) {
            fillInbox(application);
        } else if (!external && server.waiting().isEmpty()) {
            console.line("The inbox is empty: copy documents to it, or delete the folder " + console.path(data)
                    + " to get the samples again");
        }
        monitor(application);
    }

    private void fillInbox(ExampleMain application) throws IOException {
        Map<String, Path> samples =
                application.localService().isPresent() ? application.samples(example.samples()) : Map.of();
        server.inbox().orElseThrow().put(samples);
        application.console().line("The inbox was empty: copied " + samples.size() + " samples");
    }

    private void monitor(ExampleMain application) {
        progress = new PollerProgress(server, application.console());
        polls = application.monitor(
                progress,
                () -> !watch && server.inbox().isPresent() && server.waiting().isEmpty() && application.isIdle());
        if (watch) {
            application.set("docproc.idleSeconds", "0");
        }
    }

    private boolean report(Console console) {
        boolean allProcessed = watch || isProcessStopping() || progress.reportUnprocessed();
        Optional<String> failure = polls.failure();
        console.line(progress.summary());
        failure.ifPresent(reason -> console.line("The documents cannot be polled: " + reason));
        console.line("Results: " + console.path(results));
        return progress.isSuccessful() && allProcessed && failure.isEmpty();
    }

    /** Returns true if the process is being stopped, for example by Ctrl-C. */
    private static boolean isProcessStopping() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}

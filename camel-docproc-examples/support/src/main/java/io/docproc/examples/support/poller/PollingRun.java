/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.poller;

import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.FolderLock;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.Launcher;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceHandle;
import io.docproc.examples.support.server.DocumentServer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.main.Main;

/** Run of a polling example: starts service and server, and reports the result of each document. */
public final class PollingRun {
    private final PollingExample example;
    private final Map<String, String> properties;
    private final ExampleConfig config;
    private final Console console;

    /**
     * Creates a run.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param environment environment variables
     * @param out receives the report
     */
    public PollingRun(
            PollingExample example, Map<String, String> properties, Map<String, String> environment, PrintStream out)
            throws IOException {
        this.example = example;
        this.properties = new HashMap<>(properties);
        this.config = Launcher.config(example.name(), properties, environment);
        this.console = new Console(out);
    }

    /** Creates a run with the configuration of this process. */
    public PollingRun(PollingExample example) throws IOException {
        this(example, Map.of(), System.getenv(), System.out);
    }

    /**
     * Runs until no document is left or, with {@code docproc.watch}, until the process is stopped.
     *
     * @return true if all documents were processed and the server could be polled
     * @throws InvalidSettingException if a setting is invalid, or another run uses the folder
     */
    public boolean run() throws Exception {
        Path home = config.home(example.name());
        Path data = home.resolve("data");
        Path state = Files.createDirectories(data.resolve("state"));
        properties.put("docproc.home", home.toString());
        try (FileChannel lock = FolderLock.tryLock(state)
                        .orElseThrow(() -> new InvalidSettingException("another run works in " + data));
                ServiceHandle service = ServiceHandle.start(config.account(), console);
                DocumentServer server = server(data)) {
            properties.put("docproc.baseUrl", service.account().baseUrl());
            properties.putAll(server.properties());
            console.line(server.address());
            if (server.inbox().isPresent() && server.inbox().get().isNew()) {
                Map<String, Path> samples = service.local().isPresent() ? samples() : Map.of();
                server.inbox().get().put(samples);
                console.line("Nothing was there: " + samples.size() + " samples put there");
            }
            return process(server, data.resolve("results"));
        }
    }

    private DocumentServer server(Path data) throws IOException {
        Optional<String> location = config.text(example.location());
        return location.isPresent()
                ? DocumentServer.external(example.location() + "=" + location.get())
                : example.server().in(data);
    }

    private Map<String, Path> samples() throws IOException {
        Path folder = config.samples(example.name());
        PathMatcher selected = FileSystems.getDefault().getPathMatcher("glob:" + example.samples());
        Map<String, Path> samples = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile).forEach(file -> {
                Path name = folder.relativize(file);
                // .corners.json and .fields.json are the expected results of a sample
                if (selected.matches(name) && !name.toString().endsWith(".json")) {
                    samples.put(name.toString(), file);
                }
            });
        }
        return samples;
    }

    private boolean process(DocumentServer server, Path results) throws Exception {
        Main main = new Main();
        PollerProgress progress = new PollerProgress(server, console);
        boolean untilIdle = config.runMode() == RunMode.UNTIL_IDLE;
        PollMonitor polls = new PollMonitor(console, () -> {
            if (untilIdle && isEmpty(main, server)) {
                main.completed();
            }
        });
        main.bind("progress", progress);
        main.bind("polls", polls);
        if (!untilIdle) {
            properties.put("docproc.idleSeconds", "0");
        }
        run(main);
        boolean allProcessed = !untilIdle || isProcessStopping() || progress.reportUnprocessed();
        Optional<String> failure = polls.failure();
        console.line(progress.summary());
        failure.ifPresent(reason -> console.line("The documents cannot be polled: " + reason));
        console.line("Results: " + console.path(results));
        return progress.isSuccessful() && allProcessed && failure.isEmpty();
    }

    private void run(Main main) throws Exception {
        main.bind("accountErrors", new AccountErrorRoutePolicy(config.accountPause(), console::line));
        main.setPropertyPlaceholderLocations(example.properties());
        properties.forEach(main::addOverrideProperty);
        try {
            main.run();
        } finally {
            main.stop();
        }
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

    private static boolean isEmpty(Main main, DocumentServer server) {
        try {
            return server.inbox().isPresent()
                    && server.waiting().isEmpty()
                    && main.getCamelContext().getInflightRepository().size() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** Starts two pollers and several workers, kills the active poller and a worker, and checks the results. */
final class Demonstration {
    private static final long TIMEOUT = TimeUnit.MINUTES.toNanos(5);
    private static final long INTERVAL = 100;
    /** Calls take so long that each worker usually has calls in flight. */
    private static final String SLOW_CALLS = "operation=parseSync,kind=latency,ms=800,every=1";

    private final Map<String, String> properties;
    private final Console console;
    private final CallStatistics calls = new CallStatistics();
    private final Set<String> expected = new TreeSet<>();
    private final List<NodeProcess> pollers = new ArrayList<>();
    private final List<NodeProcess> workers = new ArrayList<>();
    private Path folder;

    /**
     * Creates a demonstration.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the output of all processes and the report
     */
    Demonstration(Map<String, String> properties, PrintStream out) {
        this.properties = properties;
        this.console = new Console(out);
    }

    /** Returns true if each document has one result, and neither the rate nor the number of calls was exceeded. */
    boolean run() throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            ExampleProperties settings = settings(context);
            int documents = settings.number("docproc.documents", 4);
            int concurrency = settings.number("docproc.concurrency", 1);
            // Delays on the network can move two calls of different workers into the same second.
            int allowed = settings.number("docproc.callsPerSecond", 1) + 1;
            Path data = settings.folder("docproc.folder");
            folder = Files.createTempDirectory(data, "demonstration-");
            try (LocalServers servers = new LocalServers(folder, service(allowed))) {
                console.line("Folder " + console.path(folder) + ", servers " + servers.properties());
                try {
                    work(documents, settings.number("docproc.workers", 2), servers.properties());
                } finally {
                    for (NodeProcess node : nodes()) {
                        node.close();
                    }
                }
                return report(documents, concurrency, allowed);
            }
        }
    }

    private ExampleProperties settings(CamelContext context) {
        Properties overrides = new Properties();
        overrides.putAll(properties);
        context.getPropertiesComponent().addLocation("classpath:scale-out/application.properties");
        context.getPropertiesComponent().setOverrideProperties(overrides);
        return new ExampleProperties(context);
    }

    private LocalServiceOptions service(int callsPerSecond) {
        return new LocalServiceOptions()
                .temporaryFolder(folder)
                .requestsPerSecond(callsPerSecond)
                .faults(List.of(FaultDefinition.parse(SLOW_CALLS)))
                .callLines(calls);
    }

    private void work(int documents, int count, Map<String, String> servers) throws Exception {
        List<Path> generated = NumberedDocuments.write(Files.createDirectories(folder.resolve("generated")), documents);
        putIntoInbox(generated.subList(0, documents / 2));
        start(count, servers);
        until(() -> files("results").size() >= documents / 4
                && pollers.stream().anyMatch(poller -> poller.count("queued") > 0)
                && workers.stream().anyMatch(worker -> worker.callsInFlight() > 0));
        kill(most(workers, NodeProcess::callsInFlight));
        kill(most(pollers, poller -> poller.count("queued")));
        putIntoInbox(generated.subList(documents / 2, documents));
        console.line("Added the other half of the documents");
        until(() -> files("inbox").isEmpty());
    }

    private void putIntoInbox(List<Path> documents) throws IOException {
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        for (Path document : documents) {
            Path file = Files.move(document, inbox.resolve(document.getFileName()));
            expected.add(file.getFileName() + "." + Documents.version(file) + ".json");
        }
    }

    private void start(int count, Map<String, String> servers) throws IOException {
        Map<String, String> all = new HashMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("docproc."))
                .forEach(name -> all.put(name, System.getProperty(name)));
        all.putAll(properties);
        all.putAll(servers);
        all.put("docproc.folder", folder.toString());
        for (int number = 1; number <= 2; number++) {
            pollers.add(new NodeProcess("poller", number, all, console));
        }
        for (int number = 1; number <= count; number++) {
            workers.add(new NodeProcess("worker", number, all, console));
        }
    }

    private List<NodeProcess> nodes() {
        return Stream.concat(pollers.stream(), workers.stream()).toList();
    }

    private static NodeProcess most(List<NodeProcess> nodes, ToLongFunction<NodeProcess> count) {
        return nodes.stream().max(Comparator.comparingLong(count)).orElseThrow();
    }

    private void kill(NodeProcess node) throws InterruptedException {
        node.kill();
        console.line("Killed " + node.name());
    }

    private void until(Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > TIMEOUT || nodes().stream().noneMatch(NodeProcess::isAlive)) {
                throw new IllegalStateException("no progress; the folder " + folder + " has the state");
            }
            Thread.sleep(INTERVAL);
        }
    }

    /** Returns the names of the complete files in a folder, which may not exist yet. */
    private Set<String> files(String name) throws IOException {
        Path directory = folder.resolve(name);
        if (!Files.isDirectory(directory)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.startsWith("."))
                    .collect(Collectors.toSet());
        }
    }

    private boolean report(int documents, int concurrency, int allowed) throws IOException {
        int refused = calls.count(40306);
        int sentTwice = calls.total() - refused - documents;
        console.line("");
        row("documents", documents, "");
        row("results", files("results").size(), "");
        for (NodeProcess worker : workers) {
            row("  processed by " + worker.name(), worker.count("done"), "");
        }
        row("sent twice", sentTwice, "at most " + concurrency + ", the calls in flight of the killed worker");
        row("rejected by the rate limit", refused, "at most 0");
        row("calls in the busiest second", calls.busiestSecond(), "at most " + allowed);
        console.line("Results: " + console.path(folder.resolve("results")));
        return files("results").equals(expected)
                && sentTwice <= concurrency
                && refused == 0
                && calls.busiestSecond() <= allowed;
    }

    private void row(String name, long number, String limit) {
        console.line(String.format("%-32s%6d   %s", name, number, limit).stripTrailing());
    }
}

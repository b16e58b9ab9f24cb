/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.JavaProgram;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.PropertiesComponent;

/** Starts two pollers and several workers, kills the active poller and a worker, and checks the results. */
final class Demonstration {
    private static final Map<String, String> ACCOUNT =
            Map.of("DOCPROC_APP_ID", "local-app", "DOCPROC_SECRET_CODE", "local-secret");
    /** Calls take so long that each worker usually has calls in flight. */
    private static final String SLOW_CALLS = "operation=parseSync,kind=latency,ms=800,every=1";

    private final Map<String, String> properties = new HashMap<>();
    private final Console console;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Process> nodes = new LinkedHashMap<>();
    private Path folder;

    /**
     * Creates a demonstration.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the output of all processes and the report
     */
    Demonstration(Map<String, String> properties, PrintStream out) {
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("docproc."))
                .forEach(name -> this.properties.put(name, System.getProperty(name)));
        this.properties.putAll(properties);
        this.console = new Console(out);
    }

    /** Returns true if each document has one result, and neither the rate nor the number of calls was exceeded. */
    boolean run() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            PropertiesComponent placeholders = context.getPropertiesComponent();
            placeholders.addLocation("classpath:scale-out/application.properties");
            properties.forEach(placeholders::addOverrideProperty);
            ExampleProperties settings = new ExampleProperties(context);
            folder = Files.createTempDirectory(settings.folder("docproc.folder"), "demonstration-");
            LocalServiceOptions options = new LocalServiceOptions()
                    .temporaryFolder(folder)
                    // Delays on the network can move two calls of different workers into the same second.
                    .requestsPerSecond(
                            settings.number("docproc.callsPerSecond", 1) * settings.number("docproc.workers", 2) + 1)
                    .faults(List.of(FaultDefinition.parse(SLOW_CALLS)))
                    .callLines(calls::add);
            try (ScaleOutServers servers = new ScaleOutServers(folder, options)) {
                properties.putAll(servers.properties());
                properties.put("docproc.folder", folder.toString());
                console.line("Folder " + console.path(folder) + ", servers " + servers.properties());
                try {
                    work(settings.number("docproc.documents", 4), settings.number("docproc.workers", 2));
                } finally {
                    stop();
                }
            }
            return report(settings.number("docproc.documents", 4), settings.number("docproc.concurrency", 1));
        }
    }

    private void work(int documents, int workers) throws Exception {
        List<Path> generated = NumberedDocuments.write(Files.createDirectories(folder.resolve("generated")), documents);
        putIntoInbox(generated.subList(0, documents / 2));
        start("poller", 1);
        for (int number = 1; number <= workers; number++) {
            start("worker", number);
        }
        until(() -> !files("results").isEmpty());
        // The first poller is active.
        start("poller", 2);
        until(() -> files("results").size() >= documents / 4);
        kill("worker-1");
        kill("poller-1");
        putIntoInbox(generated.subList(documents / 2, documents));
        console.line("Added the other half of the documents");
        until(() -> files("inbox").isEmpty());
    }

    private void putIntoInbox(List<Path> documents) throws IOException {
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        for (Path document : documents) {
            Files.move(document, inbox.resolve(document.getFileName()));
        }
    }

    private void start(String role, int number) throws IOException {
        Map<String, String> all = new HashMap<>(properties);
        all.put("docproc.node", role + "-" + number);
        all.put(Main.STOP_WITH_PARENT, "true");
        Process node = new JavaProgram(Main.class, List.of(role), all, ACCOUNT)
                .process(256)
                .start();
        new Thread(() -> node.inputReader().lines().forEach(console::line)).start();
        nodes.put(role + "-" + number, node);
    }

    private void kill(String node) throws InterruptedException {
        nodes.get(node).toHandle().destroyForcibly();
        nodes.get(node).waitFor();
        console.line("Killed " + node);
    }

    private void stop() throws InterruptedException {
        nodes.values().forEach(node -> node.toHandle().destroy());
        for (Process node : nodes.values()) {
            node.waitFor(1, TimeUnit.MINUTES);
            node.toHandle().destroyForcibly();
        }
    }

    private void until(BooleanSupplier condition) throws InterruptedException {
        ExampleMain.await(condition, () -> nodes.values().stream().anyMatch(Process::isAlive));
    }

    private Set<String> files(String name) {
        return ExampleProperties.files(folder.resolve(name));
    }

    private boolean report(int documents, int concurrency) {
        Set<String> results = files("results");
        long withResult = results.stream()
                .map(result -> result.replaceFirst("[.][0-9]+-[0-9]+[.]json$", ""))
                .distinct()
                .count();
        long rejected = calls("parseSync 40306 ");
        long sentTwice = calls("parseSync ") - rejected - documents;
        console.line("");
        row("documents", documents, "");
        row("documents with a result", withResult, "");
        row("results", results.size(), "");
        row("sent twice", sentTwice, "at most " + concurrency + ", the calls in flight of the killed worker");
        row("rejected by the rate limit", rejected, "at most 0");
        console.line("Results: " + console.path(folder.resolve("results")));
        return withResult == documents && results.size() == documents && sentTwice <= concurrency && rejected == 0;
    }

    private long calls(String prefix) {
        return calls.stream().filter(call -> call.startsWith(prefix)).count();
    }

    private void row(String name, long number, String limit) {
        console.line(String.format("%-32s%6d   %s", name, number, limit).stripTrailing());
    }
}

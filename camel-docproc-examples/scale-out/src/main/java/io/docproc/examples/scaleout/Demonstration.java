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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** Runs two pollers and several workers on this machine, kills the active poller and a worker, and checks the results. */
final class Demonstration {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final long INTERVAL = 100;
    private static final String SLOW_CALLS = "operation=parseSync,kind=latency,ms=800,every=1";

    private final Console console;
    private final CallStatistics calls = new CallStatistics();
    private final Set<String> expected = new TreeSet<>();
    private final List<NodeProcess> pollers = new ArrayList<>();
    private final List<NodeProcess> workers = new ArrayList<>();
    private final Map<String, String> properties;
    private final int rate;
    private final int concurrency;
    private final Path folder;

    /**
     * Creates a demonstration.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the output of all processes and the report
     */
    Demonstration(Map<String, String> properties, PrintStream out) throws IOException {
        console = new Console(out);
        this.properties = new HashMap<>(properties);
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("docproc."))
                .forEach(name -> this.properties.putIfAbsent(name, System.getProperty(name)));
        ExampleProperties settings = settings(properties);
        rate = settings.number("docproc.callsPerSecond", 1);
        concurrency = settings.number("docproc.concurrency", 1);
        this.properties.put("docproc.documents", String.valueOf(settings.number("docproc.documents", 4)));
        this.properties.put("docproc.workers", String.valueOf(settings.number("docproc.workers", 2)));
        folder = Files.createTempDirectory(Files.createDirectories(settings.path("docproc.folder")), "demonstration-");
        this.properties.put("docproc.folder", folder.toString());
    }

    private static ExampleProperties settings(Map<String, String> properties) throws IOException {
        try (CamelContext context = new DefaultCamelContext()) {
            Properties overrides = new Properties();
            overrides.putAll(properties);
            context.getPropertiesComponent().addLocation("classpath:scale-out/application.properties");
            context.getPropertiesComponent().setOverrideProperties(overrides);
            return new ExampleProperties(context);
        }
    }

    /** Returns true if each document has one result, and no other call was made than allowed. */
    boolean run() throws Exception {
        return false;
    }
}

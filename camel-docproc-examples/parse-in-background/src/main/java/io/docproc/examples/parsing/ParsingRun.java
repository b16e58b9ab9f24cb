/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.HtmlPage;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Run of the example: starts service and callback server, and reports the result of each document. */
final class ParsingRun {
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, String> properties;
    private final PrintStream out;
    private ExampleMain application;
    private volatile boolean completed;
    private Path inbox;
    private ParsingProgress progress;

    /**
     * Creates a run.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the report
     */
    ParsingRun(Map<String, String> properties, PrintStream out) {
        this.properties = properties;
        this.out = out;
    }

    /**
     * Runs until all jobs are completed, or until it is stopped. The next run continues.
     *
     * @return true if each document has exactly one result
     * @throws InvalidSettingException if a property that an account requires is missing, or another run uses the state
     */
    boolean run() throws Exception {
        try (ExampleMain started = ExampleMain.init("parse-in-background", properties, out, this::prepare)) {
            started.main().run();
            return report();
        }
    }

    /** Ends the run after the exchanges in flight are completed. */
    void stop() {
        application.main().completed();
    }

    private void prepare(ExampleMain prepared) throws IOException {
        application = prepared;
        ExampleProperties configured = prepared.properties();
        inbox = Files.createDirectories(configured.path("docproc.folder").resolve("inbox"));
        prepared.prepareJobs(new LocalServiceOptions()
                .packageCalls(Integer.MAX_VALUE)
                .faults(Stream.of("lose", "duplicate")
                        .flatMap(kind -> faults(configured, kind))
                        .toList()));
        if (prepared.localService().isPresent()
                && ExampleProperties.files(inbox).isEmpty()) {
            int documents = configured.number("docproc.documents", 0);
            NumberedDocuments.write(inbox, documents);
            out.println(documents + " documents generated in " + inbox + ", which had none");
        }
        progress = new ParsingProgress(inbox, prepared.console());
        prepared.monitor(progress, this::isCompleted);
    }

    /** Every nth callback is lost or sent twice; the duplicates begin with the first one, so that no fault hides another. */
    private static Stream<Fault> faults(ExampleProperties configured, String kind) {
        int every = configured.number("docproc." + kind, 0);
        int first = kind.equals("lose") ? every : 1;
        return every == 0
                ? Stream.empty()
                : Stream.of(FaultDefinition.parse(
                        "operation=webhook,kind=" + kind + ",every=" + every + ",first=" + first));
    }

    private boolean isCompleted() {
        completed = progress.waiting() == 0 && application.isIdle() && isSettled();
        return completed;
    }

    /** Returns true if the local service has sent all callbacks, so that the figures do not change any more. */
    private boolean isSettled() {
        JsonNode jobs = local("jobs");
        long faulty = events(jobs)
                .filter(event -> event.matches("callback (lost|duplicated)"))
                .count();
        int applied = local("faults").findValues("applied").stream()
                .mapToInt(JsonNode::asInt)
                .sum();
        return faulty == applied
                && jobs.valueStream().allMatch(job -> events(job).anyMatch(event -> event.startsWith("callback")));
    }

    private static Stream<String> events(JsonNode jobs) {
        return jobs.findValuesAsText("event").stream();
    }

    /** Returns a list of the local service; empty for another service. */
    private JsonNode local(String list) {
        if (application.localService().isEmpty()) {
            return JSON.createArrayNode();
        }
        try {
            return JSON.readTree(URI.create(application.localService().get().baseUrl() + "/_local/" + list)
                    .toURL());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean report() throws IOException {
        JsonNode timelines = local("jobs");
        List<String> events = timelines.findValuesAsText("event");
        String sentence = progress.sentence() + "; " + Collections.frequency(events, "callback lost")
                + " callbacks lost, " + Collections.frequency(events, "callback duplicated") + " sent twice";
        Path page = Files.createDirectories(inbox.resolveSibling("outbox")).resolve("index.html");
        HtmlPage.write(
                page,
                "parse-in-background/index.ftlh",
                Map.of("sentence", sentence, "jobs", JSON.convertValue(timelines, List.class)));
        if (!completed) {
            out.println("Stopped; the next run continues with the documents that are not completed");
        }
        out.println("Timelines: " + page);
        out.println(sentence);
        return progress.isSuccessful() && progress.wrong().isEmpty();
    }
}

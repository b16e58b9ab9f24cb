/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.ServiceStarter;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.FileUtil;

/** One run: parses all documents of the inbox in the background, and reports their outcomes. */
final class ParsingRun {
    private static final String PATH = "/docproc/completions";

    private final org.apache.camel.main.Main main;
    private final ExampleProperties properties;
    private final DocprocComponent component;
    private final ParsingFolders folders;
    private final SourceFileTracker sourceFiles;
    private final PrintStream out;
    private final TimeLines timeLines = new TimeLines(Clock.systemUTC());

    private ParsingRun(org.apache.camel.main.Main main, PrintStream out) {
        this.main = main;
        this.out = out;
        this.properties = new ExampleProperties(main.getCamelContext());
        this.component = (DocprocComponent) main.getCamelContext().getComponent("docproc", true, false);
        this.folders = ParsingFolders.of(properties);
        this.sourceFiles = new SourceFileTracker(folders);
    }

    /**
     * Creates a run that is configured by {@code parse-in-background/application.properties}.
     *
     * @param properties take precedence over the file
     * @param beans are bound in the registry
     * @param out prints the progress
     */
    static ParsingRun create(Map<String, String> properties, Map<String, Object> beans, PrintStream out)
            throws IOException {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.setDefaultPropertyPlaceholderLocation("classpath:parse-in-background/application.properties");
        if (properties
                .getOrDefault("docproc.baseUrl", System.getProperty("docproc.baseUrl", ""))
                .isBlank()) {
            CallbackSettings local = CallbackSettings.local();
            main.addOverrideProperty("docproc.publicUrl", local.publicUrl());
            main.addOverrideProperty("docproc.port", String.valueOf(local.port()));
            main.addOverrideProperty("docproc.host", "127.0.0.1");
            main.addOverrideProperty("camel.component.docproc.callback-secret", local.secret());
            main.addInitialProperty("docproc.pollAfter", "3000");
        }
        properties.forEach(main::addOverrideProperty);
        beans.forEach(main::bind);
        main.init();
        return new ParsingRun(main, out);
    }

    /**
     * Runs until each document has a result or an error.
     *
     * @throws InvalidSettingException if a property that an account requires is missing
     */
    RunReport run() throws Exception {
        LocalServiceOptions options =
                new LocalServiceOptions().packageCalls(Integer.MAX_VALUE).faults(faults());
        Optional<LocalService> local = ServiceStarter.start(main.getCamelContext(), options);
        try {
            if (local.isPresent()) {
                out.println("Local service at " + local.get().baseUrl() + ", callbacks at "
                        + properties.text("docproc.publicUrl") + PATH);
                // The local service has lost the jobs of earlier runs.
                FileUtil.removeDir(folders.state().toFile());
            } else {
                requireCallbacks();
            }
            folders.create();
            return run(local);
        } finally {
            main.stop();
            local.ifPresent(LocalService::close);
        }
    }

    private void requireCallbacks() throws InvalidSettingException, IOException {
        if (properties.text("docproc.publicUrl").isBlank()) {
            throw new InvalidSettingException("docproc.baseUrl is set, so docproc.publicUrl must be set too: the"
                    + " address under which the service reaches this machine");
        }
        String secret = component.getCallbackOptions().getCallbackSecret();
        ServiceStarter.requireSet(secret, "DOCPROC_CALLBACK_SECRET");
        new CallbackSettings(properties.text("docproc.publicUrl"), properties.number("docproc.port", 0), secret)
                .requireFreePort();
    }

    /** Alternates lost and duplicated callbacks, so that no fault hides another. */
    private List<Fault> faults() throws InvalidSettingException {
        int lose = properties.number("docproc.lose", 0);
        int duplicate = properties.number("docproc.duplicate", 0);
        List<Fault> faults = new ArrayList<>();
        if (lose > 0) {
            faults.add(FaultDefinition.parse("operation=webhook,kind=lose,every=" + lose));
        }
        if (duplicate > 0) {
            faults.add(FaultDefinition.parse(
                    "operation=webhook,kind=repeat,every=" + duplicate + ",first=" + Math.max(1, duplicate / 2)));
        }
        return faults;
    }

    private RunReport run(Optional<LocalService> local) throws Exception {
        Duration pause = Duration.ofMillis(properties.number("docproc.accountPause", 1));
        main.bind("sourceFiles", sourceFiles);
        main.bind("accountErrors", new AccountErrorRoutePolicy(pause, out::println));
        main.bind("parsedDocument", new ParsedDocument());
        main.bind("timeLines", timeLines);
        main.start();
        sourceFiles.restore(component.getJobRepository(), PATH);
        if (local.isPresent() && sourceFiles.unfinished().isEmpty()) {
            int documents = properties.number("docproc.documents", 0);
            NumberedDocuments.write(folders.inbox(), documents);
            out.println("The inbox was empty: " + documents + " documents generated in " + folders.inbox());
        }
        List<String> documents = sourceFiles.unfinished();
        main.getCamelContext().getRouteController().startAllRoutes();
        return report(documents, awaitCompletion(documents.size(), local.map(LocalService::baseUrl)));
    }

    private ServiceJobs awaitCompletion(int all, Optional<String> localService)
            throws IOException, InterruptedException {
        JobRepository jobs = component.getJobRepository();
        CountDownLatch pause = new CountDownLatch(1);
        int shown = 0;
        ServiceJobs service = ServiceJobs.at(localService);
        while (!sourceFiles.unfinished().isEmpty() || jobs.size() > 0 || !service.settled()) {
            pause.await(200, TimeUnit.MILLISECONDS);
            service = ServiceJobs.at(localService);
            int done = all - sourceFiles.unfinished().size();
            if (done - shown >= Math.max(1, all / 10)) {
                out.printf("[%d/%d] %d pending jobs%n", done, all, jobs.size());
                shown = done;
            }
        }
        return service;
    }

    private RunReport report(List<String> documents, ServiceJobs service) throws IOException {
        RunReport report = RunReport.of(documents, folders, timeLines, service);
        Path page = folders.outbox().resolve("index.html");
        new JobsPage().write(page, report, timeLines, service);
        report.wrong().forEach(out::println);
        out.printf("%-22s%6d%n", "documents", report.documents());
        out.printf("%-22s%6d%n", "results", report.results());
        out.printf("%-22s%6d%n", "failed", report.failures());
        out.printf("%-22s%6d%n", "callbacks lost", report.lost());
        out.printf("%-22s%6d%n", "callbacks sent twice", report.duplicated());
        out.printf("%-22s%6d%n", "jobs polled", report.polled());
        out.println("Jobs: " + page);
        out.println(report.sentence());
        return report;
    }
}

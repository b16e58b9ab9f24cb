/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.util.FileUtil;

/** One run: parses all documents of the inbox in the background, and reports their outcomes. */
final class ParsingRun {
    private static final String PATH = "/docproc/completions";

    private final Map<String, String> properties;
    private final Map<String, Object> beans;
    private final PrintStream out;
    private final JobEvents events = new JobEvents();
    private Main main;
    private ParsingFolders folders;
    private SourceFileTracker sourceFiles;

    /**
     * Creates a run that is configured by {@code parse-in-background/application.properties}.
     *
     * @param properties take precedence over the file
     * @param beans are bound in the registry
     * @param out prints the progress
     */
    ParsingRun(Map<String, String> properties, Map<String, Object> beans, PrintStream out) {
        this.properties = properties;
        this.beans = beans;
        this.out = out;
    }

    /**
     * Runs until each document has a result or an error, or until it is stopped. The next run continues.
     *
     * @throws InvalidSettingException if a property that an account requires is missing, or another run uses the state
     */
    RunReport run() throws Exception {
        try (ExampleMain application = ExampleMain.init("parse-in-background", properties, out, this::prepare)) {
            CamelContext context = main.getCamelContext();
            JobRepository jobs =
                    context.getComponent("docproc", DocprocComponent.class).getJobRepository();
            main.start();
            sourceFiles.restore(jobs, PATH);
            List<String> documents = sourceFiles.unfinished();
            context.getRouteController().startAllRoutes();
            Optional<String> local = application.localService().map(LocalService::baseUrl);
            ServiceJobs service = awaitCompletion(documents.size(), jobs, local);
            context.getRouteController().stopAllRoutes();
            return report(documents, service);
        }
    }

    /** Ends the run after the exchanges in flight are completed. */
    void stop() {
        main.completed();
    }

    private void prepare(ExampleMain application) throws IOException {
        ExampleProperties configured = application.properties();
        main = application.main();
        main.configure().setAutoStartup(false);
        folders = ParsingFolders.of(configured);
        sourceFiles = new SourceFileTracker(folders);
        application.lock(folders.state());
        application.startService(
                new LocalServiceOptions().packageCalls(Integer.MAX_VALUE).faults(faults(configured)));
        application.prepareCallbacks();
        if (application.localService().isPresent()) {
            // The local service has lost the jobs of earlier runs.
            FileUtil.removeDir(folders.state().resolve("jobs").toFile());
            Files.deleteIfExists(folders.state().resolve("completions.txt"));
            fillInbox(configured.number("docproc.documents", 0));
        }
        main.bind("sourceFiles", sourceFiles);
        main.bind("events", events);
        beans.forEach(main::bind);
    }

    private void fillInbox(int documents) throws IOException {
        if (sourceFiles.unfinished().isEmpty()) {
            NumberedDocuments.write(folders.inbox(), documents);
            out.println("The inbox was empty: " + documents + " documents generated in " + folders.inbox());
        }
    }

    /** Alternates lost and duplicated callbacks, so that no fault hides another. */
    private static List<Fault> faults(ExampleProperties configured) {
        int lose = configured.number("docproc.lose", 0);
        int duplicate = configured.number("docproc.duplicate", 0);
        List<Fault> faults = new ArrayList<>();
        if (lose > 0) {
            faults.add(FaultDefinition.parse("operation=webhook,kind=lose,every=" + lose));
        }
        if (duplicate > 0) {
            faults.add(FaultDefinition.parse(
                    "operation=webhook,kind=duplicate,every=" + duplicate + ",first=" + Math.max(1, duplicate / 2)));
        }
        return faults;
    }

    private ServiceJobs awaitCompletion(int all, JobRepository jobs, Optional<String> localService)
            throws IOException, InterruptedException {
        int shown = 0;
        ServiceJobs service = ServiceJobs.of(localService);
        while ((!sourceFiles.unfinished().isEmpty() || jobs.size() > 0 || !service.isSettled())
                && !main.getShutdownStrategy().await(200, TimeUnit.MILLISECONDS)) {
            service = ServiceJobs.of(localService);
            int done = all - sourceFiles.unfinished().size();
            if (done - shown >= Math.max(1, all / 10)) {
                out.printf("[%d/%d] %d pending jobs%n", done, all, jobs.size());
                shown = done;
            }
        }
        return service;
    }

    private RunReport report(List<String> documents, ServiceJobs service) throws IOException {
        List<String> unfinished = sourceFiles.unfinished();
        List<String> finished =
                documents.stream().filter(it -> !unfinished.contains(it)).toList();
        RunReport report = RunReport.of(finished, folders, events, service);
        Path page = folders.outbox().resolve("index.html");
        JobsPage.write(page, report, events, service);
        report.wrong().forEach(out::println);
        if (!unfinished.isEmpty()) {
            out.println("Stopped; the next run continues with " + unfinished.size() + " documents");
        }
        out.println("Jobs polled: " + report.polled());
        out.println("Timelines: " + page);
        out.println(report.sentence());
        return report;
    }
}

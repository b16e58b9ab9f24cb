/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.quickstart.report.Report;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.GracefulStop;
import io.docproc.examples.support.ServiceStarter;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;

/** One run of the quickstart: processes the documents of the inbox, and reports their outcomes. */
public final class Job {
    private final org.apache.camel.main.Main main;
    private final ExampleProperties properties;
    private final JobFolders folders;
    private final Console console;
    private final Progress progress;
    private final Report report;
    private final boolean watch;
    private final CountDownLatch over = new CountDownLatch(1);
    private int reported;

    private Job(org.apache.camel.main.Main main, PrintStream out) {
        this.main = main;
        this.properties = new ExampleProperties(main.getCamelContext());
        this.folders = new JobFolders(
                properties.path("docproc.inbox"), properties.path("docproc.outbox"), properties.path("docproc.failed"));
        this.console = new Console(out);
        this.progress = new Progress(folders, console);
        this.report = new Report(folders.outbox(), new OutcomeStore(folders.report()));
        this.watch = Boolean.parseBoolean(properties.text("docproc.watch"));
    }

    /**
     * Creates a job that is configured by {@code quickstart/application.properties}.
     *
     * @param properties take precedence over the file
     * @param out prints the progress
     */
    static Job create(Map<String, String> properties, PrintStream out) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.setDefaultPropertyPlaceholderLocation("classpath:quickstart/application.properties");
        properties.forEach(main::addOverrideProperty);
        main.init();
        return new Job(main, out);
    }

    /**
     * Runs until the inbox is empty or, with {@code docproc.watch}, until it is stopped.
     *
     * @return true if no document failed
     * @throws JobFolders.UnusableException if a folder cannot be used
     */
    boolean run() throws Exception {
        // Camel reads them at the first redelivery.
        properties.number("docproc.redeliveries", 0);
        properties.number("docproc.redeliveryDelay", 0);
        try (FileChannel inbox = folders.lock()) {
            Optional<LocalService> local = ServiceStarter.start(main.getCamelContext(), new LocalServiceOptions());
            try (GracefulStop stop = new GracefulStop(this::stop)) {
                fillInbox(local);
                work();
                writeReport();
            } finally {
                local.ifPresent(LocalService::close);
            }
        } finally {
            main.stop();
        }
        return progress.outcomes().stream().allMatch(Outcome::succeeded);
    }

    /** Ends the run after the documents in flight are completed. */
    void stop() {
        over.countDown();
    }

    /** Ends the run, or with {@code docproc.watch} writes the report; called when a poll finds no document. */
    public void idle() throws IOException {
        if (folders.waiting() > 0) {
            return;
        }
        if (!watch) {
            stop();
        } else if (progress.outcomes().size() > reported) {
            reported = progress.outcomes().size();
            writeReport();
        }
    }

    private void fillInbox(Optional<LocalService> local) throws IOException {
        console.line(local.map(service -> "Local service at " + service.baseUrl()
                        + ": no account, no cost, no text recognition (documents need a text layer)")
                .orElseGet(() -> "Service at " + properties.text("docproc.baseUrl")));
        if (folders.waiting() > 0) {
            return;
        }
        if (local.isPresent() && !watch) {
            int copied = folders.copySamples(properties.path("docproc.samples"));
            console.line("The inbox was empty: copied " + copied + " samples to " + console.path(folders.inbox()));
        } else {
            console.line("The inbox is empty: " + console.path(folders.inbox()));
        }
    }

    private void work() throws Exception {
        main.bind("job", this);
        main.bind("folders", folders);
        main.bind("operations", new OperationSelector());
        main.bind("outcomes", new OutcomeRecorder(folders, Clock.systemUTC()));
        Duration pause = Duration.ofMillis(properties.number("docproc.accountPause", 1));
        main.bind("accountErrors", new AccountErrorRoutePolicy(pause, console::line));
        main.start();
        CamelContext context = main.getCamelContext();
        context.getManagementStrategy().addEventNotifier(progress);
        AccountBalance funds = new AccountBalance(main.getCamelTemplate());
        String before = funds.available();
        context.getRouteController().startAllRoutes();
        over.await();
        context.getRouteController().stopAllRoutes();
        new Summary(folders, console).print(progress.outcomes());
        console.line("Balance: " + before + " before, " + funds.available() + " after");
    }

    private void writeReport() throws IOException {
        console.line("Report: " + console.path(report.write()));
    }
}

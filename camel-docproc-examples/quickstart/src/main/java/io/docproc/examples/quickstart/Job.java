/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.quickstart.report.Report;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.support.LifecycleStrategySupport;

/** One run of the quickstart: processes the documents of the inbox, and reports their outcomes. */
public final class Job {
    private final Map<String, String> properties;
    private final Console console;
    private Main main;
    private JobFolders folders;
    private Progress progress;
    private boolean watch;
    private int reported;

    /**
     * Creates a job that is configured by {@code quickstart/application.properties}.
     *
     * @param properties take precedence over the file
     * @param out prints the progress
     */
    Job(Map<String, String> properties, PrintStream out) {
        this.properties = properties;
        this.console = new Console(out);
    }

    /**
     * Runs until the inbox is empty or, with {@code docproc.watch}, until it is stopped.
     *
     * @return true if no document failed
     * @throws InvalidSettingException if a property is invalid, a folder is not writable, or another run uses the inbox
     */
    boolean run() throws Exception {
        try (ExampleMain application = ExampleMain.init("quickstart", properties, console.out(), this::prepare)) {
            work();
        }
        return progress.isSuccessful();
    }

    private void prepare(ExampleMain application) throws IOException {
        ExampleProperties configured = application.properties();
        main = application.main();
        main.configure().setAutoStartup(false);
        watch = configured.flag("docproc.watch");
        folders = JobFolders.create(configured);
        Outcomes outcomes = new Outcomes(folders);
        progress = new Progress(folders, outcomes, console);
        application.lock(folders.inbox());
        application.startService(new LocalServiceOptions());
        fillInbox(application);
        application.monitor(progress, () -> folders.waiting() == 0 && application.isIdle() && isFinished());
        main.bind("operations", new OperationSelector());
        main.bind("outcomes", outcomes);
    }

    private void fillInbox(ExampleMain application) throws IOException {
        if (folders.waiting() > 0) {
            return;
        }
        if (application.localService().isEmpty() || watch) {
            console.line("The inbox is empty: " + console.path(folders.inbox()));
            return;
        }
        Collection<Path> samples = application.samples("{photos,documents}/*").values();
        for (Path sample : samples) {
            Files.copy(sample, folders.inbox().resolve(sample.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        console.line("The inbox was empty: copied " + samples.size() + " samples to " + console.path(folders.inbox()));
    }

    private void work() throws Exception {
        main.start();
        AccountBalance balance = new AccountBalance(main.getCamelTemplate());
        String before = balance.available();
        main.getCamelContext().getRouteController().startAllRoutes();
        // Also after Ctrl-C.
        main.getShutdownStrategy().await();
        String after = balance.available();
        // After the exchanges in flight. Camel delays the end of the process until the context has stopped.
        main.getCamelContext().addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextStopped(CamelContext context) {
                progress.printTable();
                console.line("Balance: " + before + " before, " + after + " after");
                writeReport();
            }
        });
    }

    /** Ends the run after the documents in flight are completed. */
    void stop() {
        main.completed();
    }

    /** Called when no document is left: returns true or, with {@code docproc.watch}, writes the report. */
    private boolean isFinished() {
        if (watch && progress.finishedDocuments() > reported) {
            reported = progress.finishedDocuments();
            writeReport();
        }
        return !watch;
    }

    private void writeReport() {
        try {
            console.line("Report: " + console.path(Report.write(folders.outbox())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.quickstart.report.Report;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.GracefulStop;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceHandle;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;

/** One run: takes what is in the inbox through the route and says what became of it. */
public final class Job {
    private final JobSettings settings;
    private final JobFolders folders;
    private final Console console;
    private final Progress progress;
    private final Report report;
    private int reported;
    private final CountDownLatch over = new CountDownLatch(1);

    Job(JobSettings settings, PrintStream out) {
        this.settings = settings;
        this.folders = new JobFolders(settings.inbox(), settings.outbox(), settings.failed());
        this.console = new Console(out);
        this.progress = new Progress(folders, console);
        this.report = new Report(folders.outbox(), new OutcomeStore(folders.report()));
    }

    /**
     * Runs until the inbox is empty, or, when it is to watch, until it is stopped.
     *
     * @return whether no document failed
     * @throws JobFolders.UnusableException when a folder cannot be used
     */
    boolean run() throws Exception {
        try (FileChannel inbox = folders.lock();
                ServiceHandle service = ServiceHandle.start(settings.account(), console)) {
            fillInbox();
            try (GracefulStop stop = new GracefulStop(this::stop)) {
                work(service);
                console.line("Report: " + console.path(report.write()));
            }
        }
        return progress.outcomes().stream().allMatch(Outcome::succeeded);
    }

    /** Ends the run once the documents that are being worked on are done. */
    void stop() {
        over.countDown();
    }

    private void fillInbox() throws IOException {
        if (folders.waiting() > 0) {
            return;
        }
        boolean free = settings.account().isEmpty();
        if (free && settings.runMode() == RunMode.UNTIL_IDLE) {
            int copied = folders.copySamples(settings.samples());
            console.line("The inbox was empty: copied " + copied + " samples to " + console.path(folders.inbox()));
        } else {
            console.line("The inbox is empty: " + console.path(folders.inbox()));
        }
    }

    private void work(ServiceHandle service) throws Exception {
        org.apache.camel.main.Main main = JobMain.create(settings, service);
        main.bind("pages", new OperationSelector());
        main.bind("records", new OutcomeRecorder(folders, Clock.systemUTC()));
        main.bind("idleWatch", new IdleDetector(folders, this::idle));
        main.bind("accountErrors", new AccountErrorRoutePolicy(settings.accountPause(), console::line));
        main.bind("repetitions", (Processor) progress::repeated);
        main.start();
        try {
            CamelContext context = main.getCamelContext();
            context.getManagementStrategy().addEventNotifier(progress);
            AccountBalance funds = new AccountBalance(main.getCamelTemplate());
            String before = funds.available();
            context.getRouteController().startAllRoutes();
            over.await();
            context.getRouteController().stopAllRoutes();
            new Summary(folders, console).print(progress.outcomes());
            console.line("Balance: " + before + " before, " + funds.available() + " after");
        } finally {
            main.stop();
        }
    }

    private void idle() {
        if (settings.runMode() == RunMode.UNTIL_IDLE) {
            stop();
        } else {
            writeReportOfNewOutcomes();
        }
    }

    private void writeReportOfNewOutcomes() {
        int finished = progress.outcomes().size();
        if (finished > reported) {
            reported = finished;
            try {
                console.line("Report: " + console.path(report.write()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

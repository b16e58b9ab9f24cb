/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.ServiceAccount;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.FileUtil;

/** One run: has all documents of the inbox parsed in the background and says what became of them. */
final class ParsingRun {
    private static final String PATH = "/docproc/completions";

    private final ParsingSettings settings;
    private final MemoryFactory memories;
    private final PrintStream out;
    private final SourceFileTracker sourceFiles;
    private final TimeLines timeLines = new TimeLines(Clock.systemUTC());

    /** Makes what survives a crash; called once the folders are there. */
    interface MemoryFactory {
        ParsingApplication.Memory create() throws Exception;
    }

    ParsingRun(ParsingSettings settings, MemoryFactory memories, PrintStream out) {
        this.settings = settings;
        this.memories = memories;
        this.out = out;
        this.sourceFiles = new SourceFileTracker(settings);
    }

    /** Runs until every document has its result or its error. */
    RunReport run() throws Exception {
        makeFolders();
        if (settings.account().isPresent()) {
            settings.account().get().callbacks().requireFreePort();
            return run(settings.account().get(), Optional.empty());
        }
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .packageCalls(Integer.MAX_VALUE)
                .faults(faults());
        try (LocalService service = new LocalService(options).start()) {
            ParsingSettings.Account account = new ParsingSettings.Account(
                    new ServiceAccount(service.baseUrl(), "local-app", "local-secret"), CallbackSettings.local());
            out.println("Local service at " + service.baseUrl() + ", callbacks at " + account.callbacks() + PATH);
            return run(account, Optional.of(service.baseUrl()));
        }
    }

    private void makeFolders() throws IOException {
        if (settings.account().isEmpty()) {
            // The local service forgets its jobs when it stops, so that there is nothing to ask it about.
            FileUtil.removeDir(settings.state().toFile());
        }
        for (Path folder : List.of(settings.inbox(), settings.outbox(), settings.failed(), settings.state())) {
            Files.createDirectories(folder);
        }
    }

    /** Losses and repetitions take turns, so that none hides another. */
    private List<Fault> faults() {
        int lose = settings.callbackFaults().lose();
        int repeat = settings.callbackFaults().repeat();
        List<Fault> faults = new ArrayList<>();
        if (lose > 0) {
            faults.add(FaultDefinition.parse("operation=webhook,kind=lose,every=" + lose));
        }
        if (repeat > 0) {
            faults.add(FaultDefinition.parse(
                    "operation=webhook,kind=repeat,every=" + repeat + ",first=" + Math.max(1, repeat / 2)));
        }
        return faults;
    }

    private RunReport run(ParsingSettings.Account account, Optional<String> localService) throws Exception {
        ParsingApplication.Memory memory = memories.create();
        org.apache.camel.main.Main main = ParsingApplication.create(settings, account, memory);
        main.bind("originals", sourceFiles);
        main.bind("accountErrors", new AccountErrorRoutePolicy(settings.accountPause(), out::println));
        main.bind("parsed", new ParsedDocument());
        main.bind("timeLines", timeLines);
        main.start();
        try {
            sourceFiles.restore(memory.jobs(), PATH);
            fillInbox(localService.isPresent());
            List<String> documents = sourceFiles.unfinished();
            main.getCamelContext().getRouteController().startAllRoutes();
            ServiceJobs service = awaitEnd(memory, localService);
            return report(documents, service);
        } finally {
            main.stop();
        }
    }

    private void fillInbox(boolean free) throws IOException {
        if (free && sourceFiles.unfinished().isEmpty()) {
            NumberedDocuments.write(settings.inbox(), settings.documents());
            out.println("The inbox was empty: " + settings.documents() + " documents made in " + settings.inbox());
        }
    }

    private ServiceJobs awaitEnd(ParsingApplication.Memory memory, Optional<String> localService)
            throws IOException, InterruptedException {
        CountDownLatch pause = new CountDownLatch(1);
        int all = sourceFiles.unfinished().size();
        int shown = 0;
        ServiceJobs service = ServiceJobs.at(localService);
        while (!sourceFiles.unfinished().isEmpty() || memory.jobs().size() > 0 || !service.settled()) {
            pause.await(200, TimeUnit.MILLISECONDS);
            service = ServiceJobs.at(localService);
            int done = all - sourceFiles.unfinished().size();
            if (done - shown >= Math.max(1, all / 10)) {
                out.printf(
                        "[%d/%d] %d jobs waited for%n", done, all, memory.jobs().size());
                shown = done;
            }
        }
        return service;
    }

    private RunReport report(List<String> documents, ServiceJobs service) throws IOException {
        RunReport report = RunReport.of(documents, settings, timeLines, service);
        Path page = settings.outbox().resolve("index.html");
        new JobsPage().write(page, report, timeLines, service);
        report.wrong().forEach(out::println);
        out.printf("%-22s%6d%n", "documents", report.documents());
        out.printf("%-22s%6d%n", "results", report.results());
        out.printf("%-22s%6d%n", "failed", report.failures());
        out.printf("%-22s%6d%n", "callbacks lost", report.lost());
        out.printf("%-22s%6d%n", "callbacks repeated", report.repeated());
        out.printf("%-22s%6d%n", "jobs asked about", report.asked());
        out.println("Jobs: " + page);
        out.println(report.sentence());
        return report;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.DocprocConstants;
import io.docproc.local.LocalServiceOptions;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteAddedEvent;
import org.apache.camel.util.function.ThrowingFunction;

/** Run of a polling example: starts service and server, and reports the result of each document. */
public final class PollingRun {
    private final Example example;
    private final Map<String, String> properties;
    private final PrintStream out;
    private DocumentServer server;
    private Progress progress;
    private PollMonitor polls;
    private boolean watch;
    private Path results;

    /**
     * An example that polls documents.
     *
     * @param location property that names the source of the user; if it is blank, a local server is started
     * @param samples glob of the samples for an empty local server
     * @param server starts the local server with a folder for its documents and its state
     */
    public record Example(
            String name, String location, String samples, ThrowingFunction<Path, DocumentServer, Exception> server) {}

    /** Creates a run with properties that take precedence over those of the example, and a receiver of the report. */
    public PollingRun(Example example, Map<String, String> properties, PrintStream out) {
        this.example = example;
        this.properties = properties;
        this.out = out;
    }

    /**
     * Runs until no document is left or, with {@code docproc.watch}, until the process is stopped. Returns true if all
     * documents were processed and the server could be polled.
     */
    public boolean run() throws Exception {
        try (ExampleMain application = ExampleMain.init(example.name(), properties, out, this::prepare)) {
            application.main().run();
            Console console = application.console();
            boolean allProcessed = watch || isProcessStopping() || progress.reportUnprocessed();
            Optional<String> failure = polls.failure();
            console.line(progress.summary());
            failure.ifPresent(reason -> console.line("The documents cannot be polled: " + reason));
            console.line("Results: " + console.path(results));
            return progress.isSuccessful() && allProcessed && failure.isEmpty();
        }
    }

    /** Returns the folder of the results of a run. */
    public Path results() {
        return results;
    }

    private void prepare(ExampleMain application) throws Exception {
        ExampleProperties configured = application.properties();
        Console console = application.console();
        watch = configured.flag("docproc.watch");
        results = configured.path("docproc.results");
        Path data = configured.path("docproc.home").resolve("data");
        application.lock(configured.folder("docproc.state"));
        application.startService(new LocalServiceOptions());
        boolean external = configured.isSet(example.location());
        server = external
                ? DocumentServer.external(example.location(), configured.text(example.location()))
                : example.server().apply(data);
        application.closeAtEnd(server);
        server.properties().forEach(application::set);
        console.line(server.address());
        if (!external && !Files.exists(server.inbox().orElseThrow())) {
            Map<String, Path> samples =
                    application.localService().isPresent() ? application.samples(example.samples()) : Map.of();
            server.put(samples);
            console.line("There was no inbox: copied " + samples.size() + " samples");
        } else if (!external && server.waiting().isEmpty()) {
            console.line("The inbox is empty: copy documents to it, or delete it to get the samples again");
        }
        progress = new Progress(server, console);
        polls = application.monitor(
                progress,
                () -> !watch && server.inbox().isPresent() && server.waiting().isEmpty() && application.isIdle());
        if (watch) {
            application.set("docproc.idleSeconds", "0");
        }
    }

    /** Returns true if the process is being stopped, for example by Ctrl-C. */
    private static boolean isProcessStopping() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Reports each document when its original has been moved. */
    private static final class Progress extends DocumentProgress {
        private final DocumentServer server;
        private final List<Pattern> excluded = new CopyOnWriteArrayList<>();
        private int duplicates;

        Progress(DocumentServer server, Console console) {
            super(console);
            this.server = server;
        }

        @Override
        public boolean isEnabled(CamelEvent event) {
            return event instanceof RouteAddedEvent || super.isEnabled(event);
        }

        @Override
        public void notify(CamelEvent event) throws Exception {
            if (!(event instanceof RouteAddedEvent added)) {
                super.notify(event);
            } else if (added.getRoute().getEndpoint() instanceof GenericFileEndpoint<?> files
                    && files.getExcludePattern() != null) {
                excluded.add(files.getExcludePattern());
            }
        }

        @Override
        protected String document(Exchange exchange) {
            return file(exchange).getFileName();
        }

        private static GenericFile<?> file(Exchange exchange) {
            return exchange.getProperty(Exchange.FILE_EXCHANGE_FILE, GenericFile.class);
        }

        @Override
        protected void finished(Exchange exchange) {
            // The parts of a split document have its file, too.
            if (file(exchange) == null || isPart(exchange)) {
                return;
            }
            String document = document(exchange);
            if (exchange.isFailed()) {
                failed(document, firstLine(exchange.getException()));
                return;
            }
            boolean isSkipped = exchange.getProperty(Exchange.DUPLICATE_MESSAGE, false, Boolean.class);
            if (isSkipped || !exchange.getMessage().getHeader(DocprocConstants.BILLED, true, Boolean.class)) {
                synchronized (this) {
                    duplicates++;
                }
            }
            String result = exchange.getMessage().getHeader(Exchange.FILE_NAME_PRODUCED, String.class);
            String stored = result == null ? "done" : console().path(Path.of(result));
            processed(document, isSkipped ? "has its result already, not sent again" : stored);
        }

        @Override
        protected int waiting() {
            return server.waiting().size();
        }

        /** Prints the documents that no poll has processed; returns true if there are none. */
        boolean reportUnprocessed() {
            List<String> waiting = server.waiting();
            for (String document : waiting) {
                String reason = excluded.stream()
                        .filter(names -> names.matcher(document).matches())
                        .findFirst()
                        .map(names -> "the route excludes names like " + names.pattern() + "; rename it")
                        .orElse("no poll could read it; check its permissions and those of the folder");
                console().line("NOT PROCESSED: " + document.replaceAll("\\p{Cntrl}", "?") + ": " + reason);
            }
            return waiting.isEmpty();
        }

        synchronized String summary() {
            int finished = finishedDocuments();
            return finished + " documents: " + (finished - duplicates - failedDocuments()) + " processed, " + duplicates
                    + " had their result already, " + failedDocuments() + " failed";
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.job.JobRepository;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.PollMonitor;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import software.amazon.awssdk.core.exception.SdkException;

/** Run of the example: starts service and S3 server, and reports the result of each document. */
public final class S3Run {
    private final Map<String, String> properties;
    private final PrintStream out;
    private boolean isLocalServer;
    private S3Store store;
    private S3Progress progress;
    private PollMonitor polls;

    /**
     * Creates a run.
     *
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the report
     */
    public S3Run(Map<String, String> properties, PrintStream out) {
        this.properties = properties;
        this.out = out;
    }

    /**
     * Runs until each document has its result or its error or, with {@code docproc.watch}, until the process is stopped.
     *
     * @return true if no document failed and the buckets could be used
     * @throws InvalidSettingException if a setting is invalid, or another run uses the folder
     */
    public boolean run() throws Exception {
        try (ExampleMain application = ExampleMain.init("s3-parse", properties, out, this::prepare)) {
            fill(application);
            // No endpoint refers to it, so Camel does not start it.
            ServiceHelper.startService(application.main().lookup("parsed", IdempotentRepository.class));
            application.main().run();
            return report();
        } catch (SdkException e) {
            out.println("The buckets cannot be used: " + e.getMessage());
            return false;
        }
    }

    private void prepare(ExampleMain application) throws IOException, InterruptedException {
        ExampleProperties configured = application.properties();
        application.prepareJobs(new LocalServiceOptions());
        isLocalServer = !configured.isSet("s3.endpoint");
        if (isLocalServer) {
            startServer(application, configured.path("docproc.state").resolveSibling("server"));
        }
        store = S3Store.of(application.main().getCamelContext());
        application.closeAtEnd(store::close);
        monitor(application);
    }

    private static void startServer(ExampleMain application, Path folder) throws IOException, InterruptedException {
        LocalS3Server server = LocalS3Server.start(folder);
        application.closeAtEnd(server::close);
        application.set("s3.endpoint", server.endpoint().toString());
        application.set("s3.accessKey", "local");
        application.set("s3.secretKey", "local");
        Console console = application.console();
        console.line("S3 server at " + server.endpoint() + ", objects in " + console.path(folder));
    }

    private void monitor(ExampleMain application) {
        boolean watch = application.properties().flag("docproc.watch");
        progress = new S3Progress(store.buckets().results(), application.console());
        polls = application.monitor(progress, () -> !watch && (failure().isPresent() || isIdle(application)));
        application.main().bind("s3", store.s3());
        application.main().bind("buckets", store.buckets());
    }

    private void fill(ExampleMain application) throws IOException {
        if (!isLocalServer) {
            store.requireBuckets();
            out.println("S3 at " + application.properties().text("s3.endpoint") + ": "
                    + store.unfinished().size() + " documents");
        } else if (store.makeBuckets() && application.localService().isPresent()) {
            Map<String, Path> samples = application.samples("documents/*");
            store.put(samples);
            out.println(
                    "The bucket " + store.buckets().inbox() + " was empty: uploaded " + samples.size() + " samples");
        } else if (store.unfinished().isEmpty()) {
            out.println("The bucket " + store.buckets().inbox()
                    + " is empty: upload documents, or delete the folder data to get the samples again");
        }
        progress.update(store.unfinished());
    }

    private boolean report() {
        Optional<String> failure = failure();
        failure.ifPresent(out::println);
        out.println(progress.summary());
        out.println("Results: bucket " + store.buckets().results());
        return progress.isSuccessful() && failure.isEmpty();
    }

    private Optional<String> failure() {
        return polls.failure()
                .map(reason -> "The bucket cannot be read: " + reason)
                .or(progress::failure);
    }

    private boolean isIdle(ExampleMain application) {
        Set<String> unfinished = store.unfinished();
        progress.update(unfinished);
        JobRepository jobs = application.main().lookup("jobs", JobRepository.class);
        return unfinished.isEmpty() && jobs.size() == 0 && application.isIdle();
    }
}

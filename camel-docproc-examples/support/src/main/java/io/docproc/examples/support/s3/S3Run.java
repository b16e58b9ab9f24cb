/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.s3;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.poller.PollMonitor;
import io.docproc.examples.support.server.LocalS3Server;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.FileUtil;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** Run of the example: starts service and S3 server, and reports the result of each document. */
public final class S3Run {
    private static final String COMPLETIONS_PATH = "/docproc/completions";

    private final Documents documents;
    private final Map<String, String> properties;
    private final PrintStream out;
    private boolean isLocalServer;

    /** Creates the bean that moves the objects. */
    public interface Documents {
        /**
         * Creates the bean.
         *
         * @param parsed documents that have a result
         * @param jobs jobs that are not completed
         * @param completionsPath path of the consumer that receives the completions
         */
        Object create(
                S3Client s3,
                S3Buckets buckets,
                IdempotentRepository parsed,
                JobRepository jobs,
                String completionsPath);
    }

    /** Creates a run with the configuration of this process. */
    public S3Run(Documents documents) {
        this(documents, Map.of(), System.out);
    }

    /**
     * Creates a run.
     *
     * @param documents creates the bean {@code documents} of the routes
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the report
     */
    public S3Run(Documents documents, Map<String, String> properties, PrintStream out) {
        this.documents = documents;
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
        try (ExampleMain application = ExampleMain.init("s3-parse", properties, out, this::prepare);
                S3Store store = S3Store.of(application.main().getCamelContext())) {
            fill(application, store);
            return process(application, store);
        } catch (SdkException e) {
            out.println("The buckets cannot be used: " + e.getMessage());
            return false;
        }
    }

    private void prepare(ExampleMain application) throws IOException, InterruptedException {
        ExampleProperties configured = application.properties();
        Path state = Files.createDirectories(configured.path("docproc.state"));
        application.lock(state);
        application.startService(new LocalServiceOptions());
        if (application.localService().isPresent()) {
            // It has lost its jobs, so they cannot be polled.
            FileUtil.removeDir(state.resolve("jobs").toFile());
        }
        application.prepareCallbacks();
        isLocalServer = !configured.isSet("s3.endpoint");
        if (isLocalServer) {
            Path folder = state.resolveSibling("server");
            LocalS3Server server = LocalS3Server.start(folder);
            application.closeAtEnd(server::close);
            application.set("s3.endpoint", server.endpoint().toString());
            application.set("s3.accessKey", "local");
            application.set("s3.secretKey", "local");
            application
                    .console()
                    .line("S3 server at " + server.endpoint() + ", objects in "
                            + application.console().path(folder));
        }
    }

    private void fill(ExampleMain application, S3Store store) throws IOException {
        if (!isLocalServer) {
            store.requireBuckets();
            out.println("S3 at " + application.properties().text("s3.endpoint") + ": "
                    + store.unfinished().size() + " documents");
        } else if (store.makeBuckets() && application.localService().isPresent()) {
            Map<String, Path> samples = application.samples("documents/*");
            store.put(samples);
            out.println(
                    "The bucket " + store.buckets().inbox() + " was empty: uploaded " + samples.size() + " samples");
        }
    }

    private boolean process(ExampleMain application, S3Store store) throws Exception {
        Main main = application.main();
        CamelContext context = main.getCamelContext();
        JobRepository jobs =
                context.getComponent("docproc", DocprocComponent.class).getJobRepository();
        IdempotentRepository parsed = context.getRegistry().lookupByNameAndType("parsed", IdempotentRepository.class);
        ServiceHelper.startService(parsed);
        S3Progress progress = new S3Progress(store.buckets().results(), application.console());
        boolean watch = application.properties().flag("docproc.watch");
        PollMonitor[] polls = new PollMonitor[1];
        polls[0] = new PollMonitor(application.console(), () -> {
            if (!watch && (failure(polls[0], progress).isPresent() || isIdle(context, jobs, store, progress))) {
                main.completed();
            }
        });
        progress.update(store.unfinished());
        main.bind("s3", store.s3());
        main.bind("documents", documents.create(store.s3(), store.buckets(), parsed, jobs, COMPLETIONS_PATH));
        context.getManagementStrategy().addEventNotifier(progress);
        context.getManagementStrategy().addEventNotifier(polls[0]);
        main.run();
        Optional<String> failure = failure(polls[0], progress);
        failure.ifPresent(out::println);
        out.println(progress.summary());
        out.println("Results: bucket " + store.buckets().results());
        return progress.isSuccessful() && failure.isEmpty();
    }

    private static Optional<String> failure(PollMonitor polls, S3Progress progress) {
        return polls.failure()
                .map(reason -> "The bucket cannot be read: " + reason)
                .or(progress::failure);
    }

    private static boolean isIdle(CamelContext context, JobRepository jobs, S3Store store, S3Progress progress) {
        Set<String> unfinished = store.unfinished();
        progress.update(unfinished);
        return unfinished.isEmpty()
                && jobs.size() == 0
                && context.getInflightRepository().size() == 0;
    }
}

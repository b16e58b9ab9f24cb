/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.s3;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.FolderLock;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.Launcher;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceHandle;
import io.docproc.examples.support.poller.PollMonitor;
import io.docproc.examples.support.server.LocalS3Server;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.FileUtil;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** Run of the example: starts service and S3 server, and reports the result of each document. */
public final class S3Run {
    private static final String NAME = "s3-parse";
    private static final String COMPLETIONS_PATH = "/docproc/completions";
    private static final int MAX_KEYS = 100_000;
    private static final long MAX_BYTES = 64_000_000;

    private final Documents documents;
    private final Map<String, String> properties;
    private final ExampleConfig config;
    private final Console console;
    private final Path data;

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
    public S3Run(Documents documents) throws IOException {
        this(documents, Map.of(), System.getenv(), System.out);
    }

    /**
     * Creates a run.
     *
     * @param documents creates the bean {@code documents} of the routes
     * @param properties take precedence over system properties and {@code application.properties}
     * @param environment environment variables
     * @param out receives the report
     */
    public S3Run(Documents documents, Map<String, String> properties, Map<String, String> environment, PrintStream out)
            throws IOException {
        this.documents = documents;
        this.properties = new HashMap<>(properties);
        this.config = Launcher.config(NAME, properties, environment);
        this.console = new Console(out);
        this.data = config.home(NAME).resolve("data");
    }

    /**
     * Runs until each document has its result or its error or, with {@code docproc.watch}, until the process is stopped.
     *
     * @return true if no document failed and the buckets could be used
     * @throws InvalidSettingException if a setting is invalid, or another run uses the folder
     */
    public boolean run() throws Exception {
        Path state = Files.createDirectories(data.resolve("state"));
        properties.put("docproc.home", config.home(NAME).toString());
        try (FileChannel lock = FolderLock.tryLock(state)
                        .orElseThrow(() -> new InvalidSettingException("another run works in " + data));
                ServiceHandle service = ServiceHandle.start(config.account(), console)) {
            properties.put("docproc.baseUrl", service.account().baseUrl());
            if (service.local().isPresent()) {
                // It has lost its jobs, so they cannot be polled.
                FileUtil.removeDir(state.resolve("jobs").toFile());
                properties.putIfAbsent(
                        "docproc.pollAfter", config.text("docproc.pollAfter").orElse("3000"));
            }
            return config.text("s3.endpoint").isPresent() ? process(service) : processLocally(service);
        } catch (SdkException e) {
            console.line("The buckets cannot be used: " + e.getMessage());
            return false;
        }
    }

    private boolean processLocally(ServiceHandle service) throws Exception {
        Path folder = data.resolve("server");
        try (LocalS3Server server = LocalS3Server.start(folder)) {
            console.line("S3 server at " + server.endpoint() + ", objects in " + console.path(folder));
            properties.put("s3.endpoint", server.endpoint().toString());
            properties.put("s3.accessKey", "local");
            properties.put("s3.secretKey", "local");
            return process(service);
        }
    }

    private boolean process(ServiceHandle service) throws Exception {
        CallbackSettings callbacks =
                service.local().isPresent() ? CallbackSettings.local() : CallbackSettings.from(config);
        callbacks.requireFreePort();
        properties.put("docproc.publicUrl", callbacks.publicUrl());
        properties.put("docproc.port", String.valueOf(callbacks.port()));
        properties.put("docproc.callbackSecret", callbacks.secret());
        Main main = new Main();
        callbacks.enableHttpServer(main);
        main.setPropertyPlaceholderLocations("classpath:" + NAME + "/application.properties");
        main.bind("accountErrors", new AccountErrorRoutePolicy(config.accountPause(), console::line));
        main.bind("resumeAccountErrors", new AccountErrorRoutePolicy(config.accountPause(), console::line));
        properties.forEach(main::addOverrideProperty);
        main.init();
        try (S3Store store = S3Store.of(main.getCamelContext())) {
            fill(store, service);
            return process(main, store);
        } finally {
            main.stop();
        }
    }

    private void fill(S3Store store, ServiceHandle service) throws IOException {
        boolean isUsersServer = config.text("s3.endpoint").isPresent();
        if (isUsersServer) {
            store.requireBuckets();
            console.line("S3 at " + config.text("s3.endpoint").get() + ": "
                    + store.unfinished().size() + " documents");
        } else if (store.makeBuckets() && service.local().isPresent()) {
            Map<String, Path> samples = samples();
            store.put(samples);
            console.line("Nothing was there: " + samples.size() + " samples put into "
                    + store.buckets().inbox());
        }
    }

    private Map<String, Path> samples() throws IOException {
        Path folder = config.samples(NAME);
        Map<String, Path> samples = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder.resolve("documents"))) {
            // .fields.json is the expected result of a sample
            all.filter(file -> Files.isRegularFile(file) && !file.toString().endsWith(".json"))
                    .forEach(file ->
                            samples.put(folder.relativize(file).toString().replace('\\', '/'), file));
        }
        return samples;
    }

    private boolean process(Main main, S3Store store) throws Exception {
        CamelContext context = main.getCamelContext();
        JobRepository jobs =
                context.getComponent("docproc", DocprocComponent.class).getJobRepository();
        S3Progress progress = new S3Progress(store.buckets().results(), console);
        boolean untilIdle = config.runMode() == RunMode.UNTIL_IDLE;
        PollMonitor[] polls = new PollMonitor[1];
        polls[0] = new PollMonitor(console, () -> {
            if (untilIdle && (failure(polls[0], progress).isPresent() || isIdle(context, jobs, store, progress))) {
                main.completed();
            }
        });
        progress.update(store.unfinished());
        main.bind("s3", store.s3());
        main.bind("completions", repository("completions.txt"));
        IdempotentRepository parsed = repository("parsed.txt");
        main.bind("documents", documents.create(store.s3(), store.buckets(), parsed, jobs, COMPLETIONS_PATH));
        context.getManagementStrategy().addEventNotifier(progress);
        context.getManagementStrategy().addEventNotifier(polls[0]);
        main.run();
        Optional<String> failure = failure(polls[0], progress);
        failure.ifPresent(console::line);
        console.line(progress.summary());
        console.line("Results: bucket " + store.buckets().results());
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

    private IdempotentRepository repository(String file) {
        FileIdempotentRepository repository = new FileIdempotentRepository();
        repository.setFileStore(data.resolve("state").resolve(file).toFile());
        repository.setCacheSize(MAX_KEYS);
        repository.setMaxFileStoreSize(MAX_BYTES);
        ServiceHelper.startService(repository);
        return repository;
    }
}

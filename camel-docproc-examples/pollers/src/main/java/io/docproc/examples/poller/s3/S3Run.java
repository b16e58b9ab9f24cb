/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.camel.job.FileJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.poller.PollMonitor;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.FolderLock;
import io.docproc.examples.support.GracefulStop;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceHandle;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.util.FileUtil;
import software.amazon.awssdk.core.exception.SdkException;

/** One run: has all documents of a bucket parsed in the background and says what became of them. */
public final class S3Run {
    /** The name by which it is asked for. */
    public static final String ID = "s3";

    private static final long LOOK_MILLIS = 200;

    private final S3Settings settings;
    private final Console console;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * A run with these settings.
     *
     * @throws InvalidSettingException if one cannot be used
     */
    public S3Run(ExampleConfig config, PrintStream out) throws InvalidSettingException {
        this.settings = S3Settings.from(config);
        this.console = new Console(out);
    }

    /**
     * Runs until every document has its result or its error or, when it is to watch, until it is stopped.
     *
     * @return whether no document failed and the buckets could be reached
     * @throws InvalidSettingException when another run has the folder
     */
    public boolean run() throws Exception {
        Files.createDirectories(settings.state());
        try (FileChannel folder = FolderLock.tryLock(settings.state())
                        .orElseThrow(() -> new InvalidSettingException("another run works in " + settings.home()));
                ServiceHandle service = ServiceHandle.start(settings.account(), console)) {
            if (service.local().isPresent()) {
                // It has forgotten its jobs, so that there is nothing to ask it about.
                FileUtil.removeDir(settings.jobs().toFile());
            }
            return settings.connection().isPresent()
                    ? runAt(settings.connection().get(), service)
                    : runWithServer(service);
        } catch (SdkException unreachable) {
            console.line("The buckets cannot be used: " + unreachable.getMessage());
            return false;
        }
    }

    private boolean runAt(S3Settings.S3Connection connection, ServiceHandle service) throws Exception {
        try (S3Store store = S3Store.at(connection, settings.buckets())) {
            store.requireBuckets();
            console.line(
                    "S3 at " + connection.endpoint() + ": " + store.unfinished().size() + " documents");
            return work(service, store);
        }
    }

    private boolean runWithServer(ServiceHandle service) throws Exception {
        try (S3Server server = S3Server.start(settings.server());
                S3Store store = S3Store.at(server.connection(), settings.buckets())) {
            console.line("S3 server at " + server.endpoint() + ", objects in " + console.path(settings.server()));
            if (store.makeBuckets() && service.local().isPresent()) {
                Map<String, Path> samples = samples();
                store.put(samples);
                console.line("Nothing was there: " + samples.size() + " samples put into "
                        + settings.buckets().inbox());
            }
            return work(service, store);
        }
    }

    private Map<String, Path> samples() throws IOException {
        Map<String, Path> samples = new TreeMap<>();
        try (Stream<Path> all = Files.walk(settings.samples().resolve("documents"))) {
            // .fields.json is what is true of the sample beside it
            all.filter(file -> Files.isRegularFile(file) && !file.toString().endsWith(".json"))
                    .forEach(file -> samples.put(
                            settings.samples().relativize(file).toString().replace('\\', '/'), file));
        }
        return samples;
    }

    private boolean work(ServiceHandle service, S3Store store) throws Exception {
        S3Progress progress = new S3Progress(store.buckets().results(), console);
        PollMonitor polls = new PollMonitor(console);
        JobRepository jobs = new FileJobRepository(settings.jobs());
        CallbackSettings callbacks =
                settings.callbacks().isPresent() ? settings.callbacks().get() : CallbackSettings.local();
        callbacks.requireFreePort();
        org.apache.camel.main.Main main = S3Application.create(settings, callbacks, store, service.component(), jobs);
        main.bind("accountErrors", new AccountErrorRoutePolicy(settings.accountPause(), console::line));
        main.bind("resumeAccountErrors", new AccountErrorRoutePolicy(settings.accountPause(), console::line));
        main.start();
        Optional<String> failure;
        try (GracefulStop stop = new GracefulStop(over::countDown)) {
            main.getCamelContext().getManagementStrategy().addEventNotifier(progress);
            progress.update(store.unfinished());
            polls.monitor(main.getCamelContext());
            main.getCamelContext().getRouteController().startAllRoutes();
            failure = awaitEnd(() -> isIdle(main.getCamelContext(), jobs, store, progress), () -> polls.failure()
                    .map(cause -> "The bucket cannot be read: " + cause.getMessage())
                    .or(progress::failure));
            main.getCamelContext().getRouteController().stopAllRoutes();
        } finally {
            main.stop();
        }
        failure.ifPresent(console::line);
        console.line(progress.sentence());
        console.line("Results: bucket " + store.buckets().results());
        return progress.isSuccessful() && failure.isEmpty();
    }

    private static boolean isIdle(CamelContext context, JobRepository jobs, S3Store store, S3Progress progress) {
        Set<S3Document> unfinished = store.unfinished();
        progress.update(unfinished);
        return unfinished.isEmpty()
                && jobs.size() == 0
                && context.getInflightRepository().size() == 0;
    }

    /** The failure for which the run had to end, if any. */
    private Optional<String> awaitEnd(BooleanSupplier idle, Supplier<Optional<String>> failure)
            throws InterruptedException {
        while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            Optional<String> found = failure.get();
            if (settings.runMode() == RunMode.UNTIL_IDLE && (found.isPresent() || idle.getAsBoolean())) {
                return found;
            }
        }
        return Optional.empty();
    }
}

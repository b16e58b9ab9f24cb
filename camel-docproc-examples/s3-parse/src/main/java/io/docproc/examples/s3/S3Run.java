/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.PollMonitor;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Run of the example: starts service and S3 server, and reports the result of each document. */
public final class S3Run {
    private final Map<String, String> properties;
    private final PrintStream out;
    private boolean localServer;
    private S3Client s3;
    private String inbox;
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
     * Runs until no document is left or, with {@code docproc.watch}, until the process is stopped.
     *
     * @return true if no document failed and the buckets could be used
     * @throws InvalidSettingException if a setting is invalid, or another run uses the folder
     */
    public boolean run() throws Exception {
        try (ExampleMain application = ExampleMain.init("s3-parse", properties, out, this::prepare)) {
            fill(application);
            application.main().run();
            Optional<String> failure = failure();
            failure.ifPresent(out::println);
            out.println(progress.summary());
            return progress.isSuccessful() && failure.isEmpty();
        } catch (SdkException e) {
            out.println("The buckets cannot be used: " + e.getMessage());
            return false;
        }
    }

    private void prepare(ExampleMain application) throws IOException, InterruptedException {
        ExampleProperties configured = application.properties();
        Path state = configured.folder("docproc.state");
        application.lock(state);
        application.startService(new LocalServiceOptions());
        localServer = !configured.isSet("s3.endpoint");
        S3ClientBuilder client =
                S3Client.builder().forcePathStyle(true).region(Region.of(configured.text("s3.region")));
        if (localServer) {
            LocalS3Server server = LocalS3Server.start(state.resolveSibling("server"));
            application.closeAtEnd(server::close);
            Console console = application.console();
            console.line("S3 server at " + server.endpoint() + ", objects in "
                    + console.path(state.resolveSibling("server")));
            client.endpointOverride(server.endpoint())
                    .credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
        } else {
            // The SDK searches for the credentials.
            client.endpointOverride(URI.create(configured.text("s3.endpoint")));
        }
        s3 = client.build();
        application.closeAtEnd(s3::close);
        application.main().bind("s3", s3);
        inbox = configured.text("s3.inbox");
        boolean watch = configured.flag("docproc.watch");
        progress =
                new S3Progress(configured.text("s3.results"), () -> documents().size(), application.console());
        polls = application.monitor(
                progress, () -> !watch && (failure().isPresent() || documents().isEmpty() && application.isIdle()));
    }

    /** Creates the buckets of the local server, and uploads the samples once. */
    private void fill(ExampleMain application) throws IOException {
        if (localServer && s3.listBuckets().buckets().stream().map(Bucket::name).noneMatch(inbox::equals)) {
            Stream.of("inbox", "done", "failed", "results")
                    .map(name -> application.properties().text("s3." + name))
                    .forEach(bucket -> s3.createBucket(it -> it.bucket(bucket)));
            Map<String, Path> samples =
                    application.localService().isPresent() ? application.samples("documents/*") : Map.of();
            samples.forEach((key, file) -> s3.putObject(it -> it.bucket(inbox).key(key), file));
            out.println("The bucket " + inbox + " was empty: uploaded " + samples.size() + " samples");
        } else {
            out.println("The bucket " + inbox + " has " + documents().size() + " documents");
        }
    }

    /** Returns the objects that are not processed yet. A key that ends with a slash is a folder of a file browser. */
    private List<S3Object> documents() {
        return s3.listObjectsV2Paginator(it -> it.bucket(inbox)).contents().stream()
                .filter(it -> !it.key().endsWith("/"))
                .toList();
    }

    private Optional<String> failure() {
        return polls.failure()
                .map(reason -> "The bucket cannot be read: " + reason)
                .or(progress::failure);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.examples.support.LocalPort;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/**
 * An S3 server on this machine alone, in a process of its own, which ends with this one. Its objects are on disk, so that
 * they are there again when it, or the whole machine, was killed.
 */
public final class S3Server implements AutoCloseable {
    private static final int ANSWER_MILLIS = 2_000;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final Process process;
    private final URI endpoint;

    private S3Server(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /**
     * Starts the server and waits until it answers, which it does not before an earlier one has left the folder.
     *
     * @param folder where its objects, its log and its temporary files are
     * @throws IOException when it does not start
     */
    public static S3Server start(Path folder) throws IOException, InterruptedException {
        Path objects = Files.createDirectories(folder.resolve("objects"));
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        int port = LocalPort.free();
        Path log = folder.resolve("server.log");
        Process process = new ProcessBuilder(command(folder.resolve("server.lock"), objects, temporary, port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        S3Server server = new S3Server(process, URI.create("http://127.0.0.1:" + port));
        try {
            server.awaitAnswer(log);
        } catch (IOException | InterruptedException | RuntimeException notStarted) {
            server.close();
            throw notStarted;
        }
        return server;
    }

    private static List<String> command(Path lock, Path objects, Path temporary, int port) throws IOException {
        Path classes = classes();
        String settings = "--com.adobe.testing.s3mock.";
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath(),
                "-cp",
                program(classes) + File.pathSeparator + classes,
                S3ServerProcess.class.getName(),
                lock.toString(),
                temporary.toString(),
                settings + "http-port=" + port,
                settings + "store.root=" + objects.toAbsolutePath(),
                settings + "store.retain-files-on-exit=true",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.sources=" + S3Server.class.getResource("/poller/s3-server.xml"),
                "--spring.main.banner-mode=off",
                // else the first request and the end of the start may wait for each other for ever
                "--spring.main.lazy-initialization=false",
                "--logging.level.root=warn");
    }

    /** Returns {@code docproc.s3Server}, else what the build has copied to the folder beside the classes. */
    private static String program(Path classes) {
        return System.getProperty(
                "docproc.s3Server",
                classes.resolveSibling("s3-server").resolve("s3mock.jar").toString());
    }

    private static Path classes() throws IOException {
        try {
            return Path.of(S3Server.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException notAFile) {
            throw new IOException("the S3 server's program cannot be found", notAFile);
        }
    }

    private void awaitAnswer(Path log) throws IOException, InterruptedException {
        Instant until = Instant.now().plus(START_TIMEOUT);
        while (!answers()) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS) || Instant.now().isAfter(until)) {
                throw new IOException("the S3 server does not start; its log is " + log);
            }
        }
    }

    private boolean answers() {
        try {
            HttpURLConnection call =
                    (HttpURLConnection) endpoint.resolve("/favicon.ico").toURL().openConnection();
            call.setConnectTimeout(ANSWER_MILLIS);
            call.setReadTimeout(ANSWER_MILLIS);
            return call.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Where it listens. */
    public URI endpoint() {
        return endpoint;
    }

    /** How it is reached; it takes any credentials. */
    S3Settings.S3Connection connection() {
        return new S3Settings.S3Connection(
                endpoint, "us-east-1", Optional.of(AwsBasicCredentials.create("local", "local")));
    }

    /** Stops the server; its objects stay. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}

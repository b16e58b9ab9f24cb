/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.examples.run.LocalPort;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/**
 * An S3 server on this machine alone, in a process of its own. Its objects are on disk, so that they are there again when
 * it, or the whole machine, was killed.
 */
public final class S3Server implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(S3Server.class);
    private static final int ANSWER_MILLIS = 2_000;
    private static final Duration MOST_TIME_TO_START = Duration.ofMinutes(2);

    private final Process process;
    private final Path pidFile;
    private final Thread onExit = new Thread(this::stop, "s3-server-stop");
    private final URI endpoint;

    private S3Server(Process process, Path pidFile, URI endpoint) {
        this.process = process;
        this.pidFile = pidFile;
        this.endpoint = endpoint;
    }

    /**
     * Starts the server and waits until it answers. One that a killed run has left behind on the same folder is ended.
     *
     * @param folder where its objects, its log and its process id are
     * @throws IOException when it does not start
     */
    public static S3Server start(Path folder) throws IOException, InterruptedException {
        Path objects = Files.createDirectories(folder.resolve("objects"));
        Path pidFile = folder.resolve("server.pid");
        endLeftOver(pidFile);
        int port = LocalPort.free();
        Path log = folder.resolve("server.log");
        Process process = new ProcessBuilder(command(objects, port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Files.writeString(pidFile, identity(process.toHandle()));
        S3Server server = new S3Server(process, pidFile, URI.create("http://127.0.0.1:" + port));
        Runtime.getRuntime().addShutdownHook(server.onExit);
        try {
            server.awaitAnswer(log);
        } catch (IOException | InterruptedException | RuntimeException notStarted) {
            server.close();
            throw notStarted;
        }
        return server;
    }

    private static List<String> command(Path objects, int port) throws IOException {
        String settings = "--com.adobe.testing.s3mock.";
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar().toString(),
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

    /** Beside the compiled classes, where the build has put it. */
    private static Path jar() throws IOException {
        try {
            Path classes = Path.of(S3Server.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return classes.resolveSibling("s3-server").resolve("s3mock.jar");
        } catch (URISyntaxException notAFile) {
            throw new IOException("the S3 server's program cannot be found", notAFile);
        }
    }

    /** Two servers on the same folder would each keep a truth of its own. */
    private static void endLeftOver(Path pidFile) throws IOException, InterruptedException {
        if (!Files.exists(pidFile)) {
            return;
        }
        String known = Files.readString(pidFile);
        Optional<ProcessHandle> leftOver = ProcessHandle.of(Long.parseLong(known.substring(0, known.indexOf(' '))))
                .filter(it -> identity(it).equals(known));
        if (leftOver.isPresent()) {
            LOG.info("Ending the S3 server that a killed run has left behind, process {}", known);
            leftOver.get().destroyForcibly();
            leftOver.get().onExit().join();
        }
    }

    /** An id is given to another process some day; with the time it began there is no mistake. */
    private static String identity(ProcessHandle process) {
        return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
    }

    private void awaitAnswer(Path log) throws IOException, InterruptedException {
        Instant until = Instant.now().plus(MOST_TIME_TO_START);
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
    S3Settings.Place place() {
        return new S3Settings.Place(endpoint, "us-east-1", Optional.of(AwsBasicCredentials.create("local", "local")));
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Stops the server; its objects stay. */
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException onItsWay) {
            LOG.debug("The process is ending", onItsWay);
        }
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Files.deleteIfExists(pidFile);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (IOException inUse) {
            LOG.debug("{} stays, and is of no consequence", pidFile, inUse);
        }
    }
}

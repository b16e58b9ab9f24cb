/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.LocalPort;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * S3 server on the loopback interface, in a separate process that stops with this one. Its objects are on disk and survive
 * a crash.
 */
public final class LocalS3Server implements AutoCloseable {
    private static final int RESPONSE_MILLIS = 2_000;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final Process process;
    private final URI endpoint;

    private LocalS3Server(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /**
     * Starts the server and waits until it responds. It waits until an earlier server on the same folder has stopped.
     *
     * @param folder for its objects, its log and its temporary files
     * @throws InvalidSettingException if the program of the server is missing
     * @throws IOException if the server does not start
     */
    public static LocalS3Server start(Path folder) throws IOException, InterruptedException {
        Path objects = Files.createDirectories(folder.resolve("objects"));
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        int port = LocalPort.free();
        Path log = folder.resolve("server.log");
        Process process = new ProcessBuilder(command(folder.resolve("server.lock"), objects, temporary, port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        LocalS3Server server = new LocalS3Server(process, URI.create("http://127.0.0.1:" + port));
        try {
            server.awaitResponse(log);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static List<String> command(Path lock, Path objects, Path temporary, int port) {
        Path classes = classes();
        String settings = "--com.adobe.testing.s3mock.";
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath(),
                "-cp",
                program() + File.pathSeparator + classes,
                S3ServerProcess.class.getName(),
                lock.toString(),
                temporary.toString(),
                settings + "http-port=" + port,
                settings + "store.root=" + objects.toAbsolutePath(),
                settings + "store.retain-files-on-exit=true",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.sources=classpath:io/docproc/examples/s3/s3-server.xml",
                "--spring.main.banner-mode=off",
                // otherwise the first request and the end of the start may deadlock
                "--spring.main.lazy-initialization=false",
                "--logging.level.root=warn");
    }

    private static Path program() {
        Path program = Path.of(System.getProperty("docproc.s3Server", "target/s3-server/s3mock.jar"))
                .toAbsolutePath();
        if (!Files.isRegularFile(program)) {
            throw new InvalidSettingException("The S3 server " + program + " is missing; 'mvn -Ps3 generate-resources'"
                    + " in the folder s3-parse copies it to target/s3-server, and docproc.s3Server names another file");
        }
        return program;
    }

    private static Path classes() {
        URL location = LocalS3Server.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(URI.create(location.toString()));
    }

    private void awaitResponse(Path log) throws IOException, InterruptedException {
        Instant until = Instant.now().plus(START_TIMEOUT);
        while (!responds()) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS) || Instant.now().isAfter(until)) {
                throw new IOException("the S3 server does not start; its log is " + log);
            }
        }
    }

    private boolean responds() {
        try {
            HttpURLConnection call =
                    (HttpURLConnection) endpoint.resolve("/favicon.ico").toURL().openConnection();
            call.setConnectTimeout(RESPONSE_MILLIS);
            call.setReadTimeout(RESPONSE_MILLIS);
            return call.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns its base URL. */
    public URI endpoint() {
        return endpoint;
    }

    /** Stops the server; its objects stay. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

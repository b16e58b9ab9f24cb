/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.DocprocComponent;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Process that responds to each line of its standard input with a line of numbers, until the input is closed. Not
 * thread-safe.
 */
final class ChildJvm implements AutoCloseable {
    private static final String MARK = "@ ";

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader responses;

    /**
     * Starts a process whose main class calls {@link #serve}. Its log is in the directory.
     *
     * @param peer {@link Peer#BASELINE} for the component of another build
     * @param heap maximum heap in megabytes
     */
    ChildJvm(Path directory, Peer peer, int heap, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-Dbench.rounds=" + Benchmark.ROUNDS,
                "-cp",
                classPath(peer),
                main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        File log = directory.resolve(main.getSimpleName() + ".log").toFile();
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log))
                .start();
        requests = process.outputWriter();
        responses = process.inputReader();
    }

    /** Returns this class path; for the baseline, its jar takes the place of the component. */
    private static String classPath(Peer peer) {
        String path = System.getProperty("java.class.path");
        if (peer != Peer.BASELINE) {
            return path;
        }
        URL component =
                DocprocComponent.class.getProtectionDomain().getCodeSource().getLocation();
        return Stream.of(path.split(File.pathSeparator))
                .map(entry -> Path.of(entry).equals(Path.of(component.getPath())) ? Peer.BASELINE_PATH : entry)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Sends a request and returns the numbers of the response.
     *
     * @throws IOException if the process has exited
     */
    double[] ask(String request) throws IOException {
        requests.write(request + "\n");
        requests.flush();
        for (String line = responses.readLine(); line != null; line = responses.readLine()) {
            if (line.startsWith(MARK)) {
                return Arrays.stream(line.substring(MARK.length()).split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
            }
        }
        throw new IOException("the process has exited; see its log");
    }

    /** Kills the process when the time has passed; a JVM with too little heap may collect garbage forever. */
    void limit(Duration time) {
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Function of a child process. */
    interface Responder {
        double[] respond(String request) throws Exception;
    }

    /** Responds to requests in a child process, and exits with the first exception or with the parent. */
    static void serve(Responder responder) throws Exception {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(MARK
                        + Arrays.stream(responder.respond(line))
                                .mapToObj(Double::toString)
                                .collect(Collectors.joining(" ")));
            }
            System.exit(0);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}

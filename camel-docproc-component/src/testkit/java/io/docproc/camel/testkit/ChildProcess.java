/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Java process with the tests' class path that reads and writes lines and can be killed. It is killed after five
 * minutes, so that a reader never waits longer for a line.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int MAX_MINUTES = 5;

    private final Process process;
    private final BufferedReader lines;
    private final BufferedWriter input;

    /** Starts the main method of a class. */
    public ChildProcess(Class<?> main, String... arguments) throws IOException {
        this(new ProcessBuilder(command(List.of("-Xmx256m"), main, arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private ChildProcess(Process process) {
        this.process = process;
        process.onExit()
                .completeOnTimeout(process, MAX_MINUTES, TimeUnit.MINUTES)
                .thenAccept(ended -> ended.toHandle().destroyForcibly());
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Runs a main method to its end and returns its output, errors included; fails unless it exits with 0.
     *
     * @param options options of the JVM, such as its heap
     * @param environment environment variables in addition to those of the tests
     */
    public static List<String> output(
            List<String> options, Map<String, String> environment, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return output(environment, command(options, main, arguments));
    }

    private static List<String> output(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try (ChildProcess process = new ChildProcess(builder.start())) {
            List<String> output = process.lastLines();
            assertThat(process.process.waitFor())
                    .as("exit code after %s", output)
                    .isZero();
            return output;
        }
    }

    /**
     * Runs a main method as {@link #output} does, with a disk of its own in a directory; aborts the test where this is not
     * permitted.
     *
     * @param size the size of the disk, for example {@code 1m}
     */
    public static List<String> outputOnDisk(Path directory, String size, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> mount = List.of(
                "unshare",
                "-rm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=" + size + " tmpfs '" + directory + "' && exec \"$@\"",
                "sh");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")) && succeeds(mount), "disks can be mounted");
        return output(
                Map.of(),
                Stream.concat(mount.stream(), command(List.of(), main, arguments).stream())
                        .toList());
    }

    private static boolean succeeds(List<String> mount) throws IOException, InterruptedException {
        List<String> command = Stream.concat(mount.stream(), Stream.of("true")).toList();
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** Returns the options of a JVM that logs at TRACE, except for some loggers, which log at INFO. */
    public static List<String> traceOptions(Path tempDirectory, List<String> infoLoggers) {
        Stream<String> logLevels =
                infoLoggers.stream().map(logger -> "-Dorg.slf4j.simpleLogger.log." + logger + "=info");
        return Stream.concat(
                        Stream.of(
                                "-Djava.io.tmpdir=" + tempDirectory, "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace"),
                        logLevels)
                .toList();
    }

    private static List<String> command(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the next line of its output, null at the end. */
    public String nextLine() throws IOException {
        return lines.readLine();
    }

    /** Reads its output up to a line, because libraries may log other ones before. Returns whether there is such a line. */
    public boolean readsLine(String line) {
        return lines.lines().anyMatch(line::equals);
    }

    /** Returns the remaining lines of its output after it has ended. */
    public List<String> lastLines() {
        return lines.lines().toList();
    }

    /** Writes a line to its input. */
    public void tell(String line) throws IOException {
        input.write(line + "\n");
        input.flush();
    }

    /** Requests the stop of the process, as SIGTERM does, which runs its shutdown hooks. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Kills the process without shutdown hooks. */
    public void kill() throws InterruptedException {
        // Process.destroyForcibly would discard the output that is not read yet.
        process.toHandle().destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process is still alive");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}

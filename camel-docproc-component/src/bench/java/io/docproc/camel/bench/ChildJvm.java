/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Configuration of a JVM that runs one measure.
 *
 * @param javaHome home of the JDK
 * @param options JVM options
 * @param limit maximum run time; a JVM with too little memory may never exit
 */
record ChildJvm(Path javaHome, List<String> options, Duration limit) {

    /**
     * Result of a child process.
     *
     * @param exitCode 0 if it succeeded
     * @param values reported values by name
     */
    record Outcome(int exitCode, Map<String, Double> values) {
        boolean succeeded() {
            return exitCode == 0;
        }

        double value(String name) {
            Double value = values.get(name);
            if (value == null) {
                throw new IllegalStateException("the child process has not reported " + name + "; see its log");
            }
            return value;
        }
    }

    /** Returns a JVM of the same JDK with a maximum heap in megabytes. */
    static ChildJvm withHeap(int megabytes) {
        return new ChildJvm(
                Path.of(System.getProperty("java.home")),
                List.of("-Xmx" + megabytes + "m", "-XX:+ExitOnOutOfMemoryError"),
                Duration.ofMinutes(2));
    }

    /** Returns a copy with another JDK. */
    ChildJvm of(Path jdk) {
        return new ChildJvm(jdk, options, limit);
    }

    /** Returns a copy with additional options. */
    ChildJvm with(String... additional) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(additional));
        return new ChildJvm(javaHome, all, limit);
    }

    /** Returns a copy with another limit. */
    ChildJvm within(Duration other) {
        return new ChildJvm(javaHome, options, other);
    }

    /** Runs a measure until its process exits. */
    Outcome run(BenchmarkEnvironment environment, Class<?> measure, String... arguments) {
        Path log = environment.directory().resolve(measure.getSimpleName() + ".log");
        try {
            Process process = start(environment, measure, arguments);
            CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(process::destroyForcibly);
            Map<String, Double> values = new HashMap<>();
            try (BufferedReader out = process.inputReader();
                    BufferedWriter copy =
                            Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                copy.write("== " + options + " " + List.of(arguments) + System.lineSeparator());
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    copy.write(line + System.lineSeparator());
                    Report.parse(line, values);
                }
            }
            return new Outcome(process.waitFor(), values);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Starts a program in the background, which exits when its standard input is closed. */
    Process start(BenchmarkEnvironment environment, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-Djava.io.tmpdir="
                        + Files.createDirectories(environment.directory().resolve("tmp")),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                environment.directory().toString(),
                environment.service()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}

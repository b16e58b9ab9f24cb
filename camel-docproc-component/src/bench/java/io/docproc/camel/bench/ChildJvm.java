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
 * A JVM for one measure.
 *
 * @param javaHome the JDK
 * @param options options of the JVM
 * @param limit how long it may run; a JVM that has too little memory may never end
 */
record ChildJvm(Path javaHome, List<String> options, Duration limit) {

    /**
     * What a child has said.
     *
     * @param exitCode 0 when it did its work
     * @param values what it measured
     */
    record Outcome(int exitCode, Map<String, Double> values) {
        boolean succeeded() {
            return exitCode == 0;
        }

        double value(String name) {
            Double value = values.get(name);
            if (value == null) {
                throw new IllegalStateException("a measure has not said its " + name + "; see the logs");
            }
            return value;
        }
    }

    /** A child of the same JDK, with so many megabytes of heap. */
    static ChildJvm withHeap(int megabytes) {
        return new ChildJvm(
                Path.of(System.getProperty("java.home")),
                List.of("-Xmx" + megabytes + "m", "-XX:+ExitOnOutOfMemoryError"),
                Duration.ofMinutes(2));
    }

    /** The same with another JDK. */
    ChildJvm of(Path jdk) {
        return new ChildJvm(jdk, options, limit);
    }

    /** The same with further options. */
    ChildJvm with(String... further) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(further));
        return new ChildJvm(javaHome, all, limit);
    }

    /** The same with another limit. */
    ChildJvm within(Duration other) {
        return new ChildJvm(javaHome, options, other);
    }

    /** Runs a measure to its end. */
    Outcome run(Lab lab, Class<?> measure, String... arguments) {
        Path log = lab.directory().resolve(measure.getSimpleName() + ".log");
        try {
            Process process = start(lab, measure, arguments);
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
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Starts a program that goes on while others run; it ends when its standard input is closed. */
    Process start(Lab lab, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + Files.createDirectories(lab.directory().resolve("tmp")),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                lab.directory().toString(),
                lab.service()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with the tests' class path that shows all that is logged.
 *
 * @param main its main class
 * @param directory where it keeps its files, and what it says
 * @param silent the loggers that are not of interest below INFO
 * @param environment added to the environment of the tests
 */
public record Scenario(Class<?> main, Path directory, List<String> silent, Map<String, String> environment) {
    private static final int MINUTES = 2;

    /** All that it says until its end, which must be a good one. */
    public List<String> output(String... arguments) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command(arguments));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("the scenario ends")
                    .isTrue();
            assertThat(process.exitValue()).as("the scenario's exit code").isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace"));
        silent.forEach(logger -> command.add("-Dorg.slf4j.simpleLogger.log." + logger + "=info"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }
}

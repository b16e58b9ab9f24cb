/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Java process with the tests' class path that logs at TRACE.
 *
 * @param main main class
 * @param directory directory of its temporary files and its output
 * @param infoLoggers loggers that log at INFO only
 * @param environment environment variables in addition to those of the tests
 */
public record LoggingProcess(Class<?> main, Path directory, List<String> infoLoggers, Map<String, String> environment) {
    private static final int MINUTES = 2;

    /** Runs the process and returns its output; fails unless it exits with 0. */
    public List<String> output(String... arguments) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(ChildProcess.command(options(), main, arguments));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("the process ends")
                    .isTrue();
            assertThat(process.exitValue()).as("exit code").isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    private List<String> options() {
        Stream<String> logLevels =
                infoLoggers.stream().map(logger -> "-Dorg.slf4j.simpleLogger.log." + logger + "=info");
        return Stream.concat(
                        Stream.of("-Djava.io.tmpdir=" + directory, "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace"),
                        logLevels)
                .toList();
    }
}

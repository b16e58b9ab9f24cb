/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.embedding;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/** A built application as a process of its own, in a folder of its own; it ends with the test. */
final class Application implements AutoCloseable {
    /** A process starts slowly beside a busy build. */
    private static final int TIMEOUT_SECONDS = 300;

    private final Path folder;
    private final Process process;

    /** Starts {@code java} with these arguments. */
    Application(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        this.folder = folder;
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** Waits until something holds; what the application has said is part of the failure. */
    void until(String expected, Callable<Boolean> condition) throws IOException {
        try {
            await(expected)
                    .atMost(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .failFast("the application has ended", () -> !process.isAlive())
                    .until(condition);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            throw new AssertionError(expected + " did not happen. The application said:\n" + output(), e);
        }
    }

    /** Waits until the application has logged a text, or has ended. */
    /** Waits until it has ended by itself. */
    int exitCode() throws Exception {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The application does not end. It said:\n" + output());
        }
        return process.exitValue();
    }

    /** All that it has said so far. */
    String output() throws IOException {
        return Files.readString(log());
    }

    private Path log() {
        return folder.resolve("output.txt");
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}

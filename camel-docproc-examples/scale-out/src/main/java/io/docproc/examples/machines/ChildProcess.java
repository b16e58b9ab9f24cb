/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import io.docproc.examples.support.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Child process that runs a role and exits with its parent. */
final class ChildProcess implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 60;

    private final Process process;
    private final Thread reader;

    /**
     * Configuration of a child process.
     *
     * @param name prefix of each line of output
     */
    record Launch(String name, String role, Map<String, String> properties, Map<String, String> environment) {}

    private ChildProcess(Process process, Thread reader) {
        this.process = process;
        this.reader = reader;
    }

    /** Starts a role and forwards its output, each line prefixed with the name. */
    static ChildProcess start(Launch launch, Consumer<String> lines) throws IOException {
        Map<String, String> properties = new LinkedHashMap<>(launch.properties());
        properties.put(Main.STOP_WITH_INPUT, "true");
        Process process = new JavaProgram(Main.class, List.of(launch.role()), properties, launch.environment())
                .process()
                .start();
        Thread reader = new Thread(() -> read(process, line -> lines.accept(launch.name() + "  " + line)));
        reader.start();
        return new ChildProcess(process, reader);
    }

    private static void read(Process process, Consumer<String> lines) {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines);
        } catch (IOException | UncheckedIOException e) {
            lines.accept("its output has ended: " + e.getMessage());
        }
    }

    /** Kills the process without a shutdown. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops the process after its documents in flight are completed. */
    @Override
    public void close() throws InterruptedException, IOException {
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        awaitEnd();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private void awaitEnd() throws InterruptedException {
        process.waitFor();
        reader.join();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Poller or worker in its own process, which stops with this process. */
final class NodeProcess implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 60;

    private static final Map<String, String> LOCAL_ACCOUNT =
            Map.of("DOCPROC_APP_ID", "local-app", "DOCPROC_SECRET_CODE", "local-secret");

    private final String name;
    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    /** Starts a process and forwards its output to the console, each line after the name. */
    NodeProcess(String role, int number, Map<String, String> properties, Console console) throws IOException {
        name = role + "-" + number;
        Map<String, String> all = new HashMap<>(properties);
        all.put(Main.STOP_WITH_INPUT, "true");
        process = new JavaProgram(Main.class, List.of(role), all, LOCAL_ACCOUNT)
                .process()
                .start();
        reader = new Thread(() -> read(console), name);
        reader.start();
    }

    private void read(Console console) {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(line -> {
                lines.add(line);
                console.line(name + "  " + line);
            });
        } catch (IOException | UncheckedIOException e) {
            console.line(name + "  the output ended: " + e.getMessage());
        }
    }

    String name() {
        return name;
    }

    /** Returns the number of lines that the log EIP of a route has written with this first word. */
    long count(String word) {
        return lines.stream().filter(line -> line.contains(" " + word + " ")).count();
    }

    /** Returns the number of documents that a worker has begun and not completed. */
    long callsInFlight() {
        return count("sending") - count("done");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process without a shutdown. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    /** Stops the process after its calls in flight. */
    @Override
    public void close() throws InterruptedException, IOException {
        if (process.isAlive()) {
            process.getOutputStream().close();
            process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        kill();
    }
}

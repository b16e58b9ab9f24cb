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

/** A role in a process of its own, which does not outlive this one. */
final class Child implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final Thread reader;

    /**
     * What a child is told.
     *
     * @param name shown before each of its lines
     */
    record Orders(String name, String role, Map<String, String> properties, Map<String, String> environment) {}

    private Child(Process process, Thread reader) {
        this.process = process;
        this.reader = reader;
    }

    /** Starts a role; its lines come with its name before them. */
    static Child start(Orders orders, Consumer<String> lines) throws IOException {
        Map<String, String> properties = new LinkedHashMap<>(orders.properties());
        properties.put(Main.STOP_WITH_INPUT, "true");
        Process process = new JavaProgram(Main.class, List.of(orders.role()), properties, orders.environment())
                .process()
                .start();
        Thread reader = new Thread(() -> read(process, line -> lines.accept(orders.name() + "  " + line)));
        reader.start();
        return new Child(process, reader);
    }

    private static void read(Process process, Consumer<String> lines) {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines);
        } catch (IOException | UncheckedIOException e) {
            lines.accept("its output has ended: " + e.getMessage());
        }
    }

    /** Ends it as a power failure would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Lets it finish what it has begun. */
    @Override
    public void close() throws InterruptedException, IOException {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
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

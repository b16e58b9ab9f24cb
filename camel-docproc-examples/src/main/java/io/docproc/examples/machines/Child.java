/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Several of them start at once, and do not run for long.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                classPath(),
                "-D" + Main.STOP_WITH_INPUT + "=true"));
        orders.properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(Main.class.getName(), orders.role()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(orders.environment());
        Process process = builder.start();
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

    /** Under exec:java the classes come from a loader of its own. */
    private static String classPath() {
        if (Main.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(Child::path).collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String path(URL url) {
        return Path.of(URI.create(url.toString())).toString();
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

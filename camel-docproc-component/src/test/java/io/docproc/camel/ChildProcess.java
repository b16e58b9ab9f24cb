/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with the tests' class path, that is told and tells things line by line, and can be killed. Whoever waits
 * for its next line does not wait for ever: it is killed when it takes too long.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int LONGEST_MINUTES = 5;

    private final Process process;
    private final BufferedReader lines;
    private final BufferedWriter orders;

    /** Starts a class's main method. */
    public ChildProcess(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.onExit()
                .completeOnTimeout(process, LONGEST_MINUTES, TimeUnit.MINUTES)
                .thenAccept(ended -> ended.toHandle().destroyForcibly());
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** The next line that it says; null when it has ended. */
    public String nextLine() throws IOException {
        return lines.readLine();
    }

    /** All that it had said before it ended. */
    public List<String> lastLines() {
        return lines.lines().toList();
    }

    /** Tells it something. */
    public void tell(String line) throws IOException {
        orders.write(line + "\n");
        orders.flush();
    }

    /** Kills it, without giving it a chance to tidy up. */
    public void kill() throws InterruptedException {
        // Not through the process itself, which would throw away what it has said.
        process.toHandle().destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process does not die");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}

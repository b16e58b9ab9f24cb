/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Process of an example, from its start until it exits or is killed. */
final class ChildProcess implements AutoCloseable {
    private static final int LAST_LINES = 40;

    private final Process process;
    private final Path console;

    private ChildProcess(Process process, Path console) {
        this.process = process;
        this.console = console;
    }

    /**
     * Starts a process.
     *
     * @param console receives the output
     */
    static ChildProcess begin(ProcessBuilder program, Path console) throws IOException {
        return new ChildProcess(program.redirectOutput(console.toFile()).start(), console);
    }

    /** Waits for the process and returns true if it exits in time. */
    boolean exitsWithin(Duration most) throws InterruptedException {
        return process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the failure of a process that exited before it was killed. */
    IOException unexpectedExit() throws IOException {
        return failure("the example has ended by itself");
    }

    /** Returns an exception with the exit status, if the process has exited, and its last lines. */
    IOException failure(String what) throws IOException {
        String status = process.isAlive() ? "" : " with status " + process.exitValue();
        return new IOException(what + status + "; its last words were\n" + lastLines());
    }

    /** Returns the last lines of the output without stack frames. */
    String lastLines() throws IOException {
        try (Stream<String> lines = Files.lines(console)) {
            List<String> words = lines.filter(Predicate.not(line -> line.startsWith("\tat ")))
                    .toList();
            return String.join("\n", words.subList(Math.max(0, words.size() - LAST_LINES), words.size()));
        }
    }

    /** Kills the process unless it has exited. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}

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

/** One process of an example, from its start until it ends or is killed. */
final class Life implements AutoCloseable {
    private static final int LAST_WORDS = 40;

    private final Process process;
    private final Path console;

    private Life(Process process, Path console) {
        this.process = process;
        this.console = console;
    }

    /**
     * Starts it.
     *
     * @param console takes what it says
     */
    static Life begin(ProcessBuilder program, Path console) throws IOException {
        return new Life(program.redirectOutput(console.toFile()).start(), console);
    }

    /** Waits for its end, and returns whether that came in time. */
    boolean endsWithin(Duration most) throws InterruptedException {
        return process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** It was to be killed. */
    IOException endedByItself() throws IOException {
        return failure("the example has ended by itself");
    }

    /** A failure that tells how it ended, if it has, and the last that it said. */
    IOException failure(String what) throws IOException {
        String status = process.isAlive() ? "" : " with status " + process.exitValue();
        return new IOException(what + status + "; its last words were\n" + lastWords());
    }

    /** The last lines that it said; where in the code something failed is left out. */
    String lastWords() throws IOException {
        try (Stream<String> lines = Files.lines(console)) {
            List<String> words = lines.filter(Predicate.not(line -> line.startsWith("\tat ")))
                    .toList();
            return String.join("\n", words.subList(Math.max(0, words.size() - LAST_WORDS), words.size()));
        }
    }

    /** Kills it, unless it has ended. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}

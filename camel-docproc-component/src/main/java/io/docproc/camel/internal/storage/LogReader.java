/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a file of a log and skips the lines that are not readable. */
final class LogReader {
    /** Suffix of a file with unreadable lines after a snapshot has replaced the others. */
    static final String UNREADABLE = ".unreadable";

    private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);

    private final Path file;
    private long lines;
    private boolean damaged;

    LogReader(Path file) {
        this.file = file;
    }

    /** Passes each line to a reader. */
    void read(Consumer<String> reader) throws IOException {
        // Unlike a reader of Files, this one replaces malformed characters.
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            String next = in.readLine();
            while (next != null) {
                String line = next;
                next = in.readLine();
                lines++;
                try {
                    reader.accept(line);
                } catch (IllegalArgumentException e) {
                    if (next != null || endsWithLineFeed()) {
                        ignoreDamaged(e);
                    } else {
                        ignoreIncomplete();
                    }
                }
            }
        }
    }

    private boolean endsWithLineFeed() throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            content.seek(content.length() - 1);
            return content.read() == '\n';
        }
    }

    private void ignoreDamaged(IllegalArgumentException e) {
        damaged = true;
        LOG.warn(
                "Line {} of the file {} is not readable and is ignored; the file is kept with the suffix {}: {}",
                lines,
                file,
                UNREADABLE,
                e.toString());
    }

    private void ignoreIncomplete() {
        LOG.debug("The file {} ends with an incomplete line, which was never on disk", file);
    }

    /** Returns the number of lines that were read or skipped. */
    long lines() {
        return lines;
    }

    /** Returns whether a line was skipped that had been written completely. */
    boolean isDamaged() {
        return damaged;
    }
}

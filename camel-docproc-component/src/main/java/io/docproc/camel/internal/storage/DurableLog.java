/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of lines in the numbered files of a directory, {@code <name>-<number>.jsonl}. Their order is that of the numbers.
 * Each start, each snapshot and each failed write to the disk begins a new file, so that a line is never appended to an
 * incomplete one. Thread-safe.
 */
public final class DurableLog {
    private static final Logger LOG = LoggerFactory.getLogger(DurableLog.class);
    private static final String SUFFIX = ".jsonl";

    private final Path directory;
    private final String prefix;
    private final Set<Path> damaged = new HashSet<>();
    private Optional<LogFile> current = Optional.empty();
    private long lastNumber;
    private long lines;
    private boolean open;

    /** A line that has been written. */
    @FunctionalInterface
    public interface WrittenLine {
        /** Waits until the line is on disk. */
        void force() throws IOException;
    }

    /** Lines that replace all earlier ones. */
    @FunctionalInterface
    public interface Snapshot {
        /** Passes each line to a writer. A line ends with a line feed. */
        void writeTo(Consumer<byte[]> writer) throws IOException;
    }

    /** Creates a log in a directory. */
    public DurableLog(Path directory, String name) {
        this.directory = directory;
        this.prefix = name + "-";
    }

    /**
     * Reads the lines of an earlier process. Skips lines that are not readable; the next snapshot renames their files
     * instead of deleting them. Deletes an incomplete snapshot. Opens the log for writing.
     *
     * @param reader throws an {@link IllegalArgumentException} for a line that is not readable; must not wait for a
     *     thread that writes a line
     */
    public synchronized void read(Consumer<String> reader) throws IOException {
        delete(SUFFIX + DurableFiles.UNFINISHED);
        lines = 0;
        for (Map.Entry<Long, Path> file : files().entrySet()) {
            LogReader log = new LogReader(file.getValue());
            log.read(reader);
            lines += log.lines();
            if (log.isDamaged()) {
                damaged.add(file.getValue());
            }
            lastNumber = Math.max(lastNumber, file.getKey());
        }
        open = true;
    }

    private void delete(String suffix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*" + suffix)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private NavigableMap<Long, Path> files() throws IOException {
        NavigableMap<Long, Path> numbered = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String number = name.substring(prefix.length(), name.length() - SUFFIX.length());
                if (number.matches("\\d{1,18}")) {
                    numbered.put(Long.parseLong(number), file);
                }
            }
        }
        return numbered;
    }

    /** Returns the number of lines since the last snapshot, including those of the snapshot. */
    public synchronized long lines() {
        return lines;
    }

    /**
     * Appends a line, which ends with a line feed. The line may be lost until it is forced to disk.
     *
     * @throws IllegalStateException if the log was not read or is closed
     */
    public synchronized WrittenLine write(byte[] line) throws IOException {
        if (!open) {
            throw new IllegalStateException(
                    "The job repository " + directory + " is not started; start it before a call");
        }
        if (current.isEmpty() || current.get().hasFailed()) {
            closeCurrent();
            current = Optional.of(newFile());
        }
        LogFile file = current.get();
        long position = file.write(line);
        lines++;
        return () -> file.force(position);
    }

    private LogFile newFile() throws IOException {
        Path file = createFile();
        DurableFiles.force(directory);
        return new LogFile(file);
    }

    private Path createFile() throws IOException {
        return DurableFiles.createFile(directory.resolve(prefix + ++lastNumber + SUFFIX));
    }

    /** Closes the current file. Threads whose lines cannot be forced to disk get the exception themselves. */
    private void closeCurrent() {
        try {
            if (current.isPresent()) {
                current.get().close();
            }
        } catch (IOException e) {
            LOG.debug("A file of the log {} cannot be closed", directory, e);
        }
        current = Optional.empty();
    }

    /**
     * Replaces all lines by those of a snapshot. Lines that are written meanwhile follow the snapshot; it may contain
     * their content. Only one thread at a time may call this method.
     */
    public void replace(Snapshot snapshot) throws IOException {
        Map<Long, Path> replaced;
        long linesBefore;
        Path file;
        synchronized (this) {
            replaced = files();
            linesBefore = lines;
            closeCurrent();
            file = createFile();
            current = Optional.of(newFile());
        }
        Path unfinished = file.resolveSibling(file.getFileName() + DurableFiles.UNFINISHED);
        long linesAfter = write(unfinished, snapshot);
        DurableFiles.move(unfinished, file);
        DurableFiles.force(directory);
        add(linesAfter - linesBefore);
        for (Path old : replaced.values()) {
            remove(old);
        }
    }

    private static long write(Path file, Snapshot snapshot) throws IOException {
        DurableFiles.createFile(file);
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            AtomicLong written = new AtomicLong();
            snapshot.writeTo(line -> {
                try {
                    buffered.write(line);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                written.incrementAndGet();
            });
            buffered.flush();
            out.getFD().sync();
            return written.get();
        } catch (UncheckedIOException e) {
            Files.deleteIfExists(file);
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private synchronized void add(long number) {
        lines += number;
    }

    private void remove(Path file) throws IOException {
        if (damaged.remove(file)) {
            DurableFiles.move(file, file.resolveSibling(file.getFileName() + LogReader.UNREADABLE));
        } else {
            Files.delete(file);
        }
    }

    /** Forces the lines to disk and closes the file. No line can be written until the log is read again. */
    public synchronized void close() {
        open = false;
        closeCurrent();
    }
}

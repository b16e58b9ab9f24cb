/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of completed jobs, in one folder for each day (UTC) on which they expire. The files are empty, and a purge
 * deletes whole folders. The completed jobs use no heap. Thread-safe.
 */
final class CompletedJobFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CompletedJobFiles.class);

    private final Path directory;
    private final NavigableSet<LocalDate> days = new ConcurrentSkipListSet<>();

    CompletedJobFiles(Path directory) {
        this.directory = directory;
    }

    /** Creates the directory if it does not exist, and reads the names of the folders in it. */
    void open() throws IOException {
        DurableFiles.createDirectories(directory);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory)) {
            for (Path folder : folders) {
                addDay(folder.getFileName().toString());
            }
        }
    }

    private void addDay(String name) {
        try {
            days.add(LocalDate.parse(name));
        } catch (DateTimeParseException e) {
            LOG.warn(
                    "The job repository ignores {}; only folders named by date (yyyy-MM-dd) are expected; remove it",
                    directory.resolve(name));
        }
    }

    boolean contains(String fileName) {
        return days.stream().anyMatch(day -> Files.exists(folder(day).resolve(fileName)));
    }

    /** Creates the file of a completed job in the folder of the day on which it expires, unless it exists. */
    void add(String fileName, Instant keepUntil) throws IOException {
        LocalDate day = LocalDate.ofInstant(keepUntil, ZoneOffset.UTC);
        if (!days.contains(day)) {
            DurableFiles.createDirectories(folder(day));
            days.add(day);
        }
        Path file = folder(day).resolve(fileName);
        if (!Files.exists(file)) {
            DurableFiles.createFile(file);
        }
    }

    /** Forces the entries of all folders to disk. */
    void force() throws IOException {
        for (LocalDate day : days) {
            DurableFiles.force(folder(day));
        }
        DurableFiles.force(directory);
    }

    /** Deletes the folders of days before {@code now}. */
    void purge(Instant now) throws IOException {
        for (LocalDate day : days.headSet(LocalDate.ofInstant(now, ZoneOffset.UTC))) {
            delete(folder(day));
            days.remove(day);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private Path folder(LocalDate day) {
        return directory.resolve(day.toString());
    }
}

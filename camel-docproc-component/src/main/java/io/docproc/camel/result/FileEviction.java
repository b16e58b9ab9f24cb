/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes old files of a directory in at most two passes. File sizes are summed in at most 10,000 intervals of age, so
 * that memory does not grow with the number of files. Within one interval the order of removal is undefined.
 */
final class FileEviction {
    private static final Logger LOG = LoggerFactory.getLogger(FileEviction.class);
    private static final long INTERVALS = 10_000;

    private final Path directory;
    private final Eviction eviction;
    private final long intervalMillis;
    private final TreeMap<Long, Long> sizes = new TreeMap<>();
    private long total;

    FileEviction(Path directory, Eviction eviction) {
        this.directory = directory;
        this.eviction = eviction;
        this.intervalMillis = Math.max(1, eviction.timeToLive().toMillis() / INTERVALS);
    }

    void run() throws IOException {
        each("*" + DurableFiles.UNFINISHED, this::removeAbandoned);
        each("*.lease-new", this::removeAbandoned);
        each("*" + FileResultStore.SUFFIX, this::removeExpired);
        if (eviction.excess(total) > 0) {
            removeOldest(eviction.excess(total));
        }
    }

    private interface Visitor {
        void visit(Path file, BasicFileAttributes attributes) throws IOException;
    }

    /** Visits each file. A file that another thread or process removes meanwhile is skipped. */
    private void each(String glob, Visitor visitor) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
            for (Path file : files) {
                try {
                    visitor.visit(file, Files.readAttributes(file, BasicFileAttributes.class));
                } catch (NoSuchFileException e) {
                    LOG.debug("{} was removed by another thread or process", file, e);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void removeAbandoned(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.lastModifiedTime().toInstant().isBefore(eviction.abandonedBefore())) {
            Files.deleteIfExists(file);
        }
    }

    private void removeExpired(Path file, BasicFileAttributes attributes) throws IOException {
        Instant storedAt = attributes.lastModifiedTime().toInstant();
        if (!storedAt.isAfter(eviction.expiredAt())) {
            Files.deleteIfExists(file);
        } else {
            sizes.merge(interval(storedAt), attributes.size(), Long::sum);
            total += attributes.size();
        }
    }

    private long interval(Instant storedAt) {
        return Math.floorDiv(storedAt.toEpochMilli(), intervalMillis);
    }

    private void removeOldest(long excess) throws IOException {
        long older = 0;
        long last = sizes.firstKey();
        for (Map.Entry<Long, Long> interval : sizes.entrySet()) {
            last = interval.getKey();
            if (older + interval.getValue() >= excess) {
                break;
            }
            older += interval.getValue();
        }
        Oldest oldest = new Oldest(last, excess - older);
        each("*" + FileResultStore.SUFFIX, oldest::remove);
    }

    /** Removes all files before an interval, and as many bytes of the interval itself as necessary. */
    private final class Oldest {
        private final long interval;
        private long remaining;

        Oldest(long interval, long remaining) {
            this.interval = interval;
            this.remaining = remaining;
        }

        void remove(Path file, BasicFileAttributes attributes) throws IOException {
            long age = interval(attributes.lastModifiedTime().toInstant());
            if (age < interval) {
                Files.deleteIfExists(file);
            } else if (age == interval && remaining > 0) {
                remaining -= attributes.size();
                Files.deleteIfExists(file);
            }
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts temporary files and their bytes, and requests a garbage collection before they fill the disk.
 *
 * <p>A file is deleted after the garbage collector finds it unreachable. A JVM with a large heap and few allocations
 * may collect only once an hour. Therefore a collection is requested when the files have grown by {@link #MAX_GROWTH},
 * by {@link #MAX_FILES} or by half of the free disk space since the last request. The minimum time between requests is
 * {@link #INTERVAL}, or {@link #SHORT_INTERVAL} if disk space is short. The counts never cause a call to fail.
 * Thread-safe.
 */
final class DiskUsage {
    /** Growth in bytes after which a collection is requested: 1 GiB. */
    static final long MAX_GROWTH = 1L << 30;

    /** Growth in files after which a collection is requested. Even small files occupy inodes. */
    static final long MAX_FILES = 10_000;

    static final Duration INTERVAL = Duration.ofMinutes(1);
    static final Duration SHORT_INTERVAL = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(DiskUsage.class);

    private final long maxGrowth;
    private final Runnable collection;
    private final LongSupplier nanoTime;
    private final Count bytes = new Count();
    private final Count files = new Count();
    private long lastRequest;

    /**
     * @param maxGrowth the growth in bytes after which a collection is requested
     * @param collection requests a garbage collection without blocking the calling thread
     * @param nanoTime the current time in nanoseconds
     */
    DiskUsage(long maxGrowth, Runnable collection, LongSupplier nanoTime) {
        this.maxGrowth = maxGrowth;
        this.collection = collection;
        this.nanoTime = nanoTime;
        this.lastRequest = nanoTime.getAsLong() - INTERVAL.toNanos();
    }

    /** Counts a new file. */
    File newFile() {
        return new File();
    }

    /**
     * Requests a garbage collection if the files have grown too much since the last request.
     *
     * @param freeSpace free bytes on the disk; 0 if unknown
     */
    void requestCollectionIfNeeded(long freeSpace) {
        if (isCollectionDue(freeSpace)) {
            LOG.debug("Requesting a garbage collection: temporary files occupy {} bytes", used());
            collection.run();
        }
    }

    private synchronized boolean isCollectionDue(long freeSpace) {
        boolean isSpaceShort = freeSpace > 0 && bytes.growth() >= freeSpace / 2;
        if (!isSpaceShort && bytes.growth() < maxGrowth && files.growth() < MAX_FILES) {
            return false;
        }
        long now = nanoTime.getAsLong();
        Duration interval = isSpaceShort ? SHORT_INTERVAL : INTERVAL;
        if (now - lastRequest < interval.toNanos()) {
            return false;
        }
        lastRequest = now;
        bytes.startGrowth();
        files.startGrowth();
        return true;
    }

    /** Returns the total size of all files in bytes. */
    synchronized long used() {
        return bytes.total;
    }

    private synchronized void change(long byteCount, int fileCount) {
        bytes.add(byteCount);
        files.add(fileCount);
    }

    /** A total and its growth since the last request for a collection. */
    private static final class Count {
        private long total;
        private long atLastRequest;

        void add(long change) {
            total += change;
            atLastRequest = Math.min(atLastRequest, total);
        }

        long growth() {
            return total - atLastRequest;
        }

        void startGrowth() {
            atLastRequest = total;
        }
    }

    /** The share of one file in the counts. */
    final class File {
        private long size;

        private File() {
            change(0, 1);
        }

        /** Counts more bytes of the file. */
        synchronized void grow(int count) {
            size += count;
            change(count, 0);
        }

        /** Removes the file from the count. */
        synchronized void release() {
            change(-size, -1);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Resources of this process. Handles and connections are counted only on systems with {@code /proc/self/fd}.
 *
 * @param heap kilobytes in use after a collection
 * @param handles open files and pipes, without jars
 * @param connections TCP connections and server sockets
 * @param files temporary files of the calls
 */
record Resources(long heap, int threads, int handles, int connections, int files) {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final int MIN_SAMPLES = 12;
    private static final int SLACK = 4;
    private static final int INODE_COLUMN = 9;

    /** Allowed growth from the second quarter of a run to the last: an amount, and a share if that is more. */
    private record Limit(String name, ToLongFunction<Resources> value, long amount, double share) {}

    private static final List<Limit> LIMITS = List.of(
            new Limit("heap, KB", Resources::heap, 8 * 1024, 0.1),
            new Limit("threads", Resources::threads, SLACK, 0),
            new Limit("handles", Resources::handles, SLACK, 0),
            new Limit("connections", Resources::connections, 8, 0),
            new Limit("temporary files", Resources::files, 0, 0));

    /** Runs the garbage collector and measures the resources of this process. */
    static Resources now(Path temporaryFolder) throws IOException {
        int before;
        int files = Integer.MAX_VALUE;
        do {
            // Files of results are deleted shortly after the collection.
            before = files;
            System.gc();
            files = Files.isDirectory(temporaryFolder) ? list(temporaryFolder).size() : 0;
        } while (files > 0 && files < before);
        // Classes are loaded from further jars at any time.
        long handles = targets().stream()
                .filter(it -> !it.endsWith(".jar") && !it.startsWith("socket:"))
                .count();
        return new Resources(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                (int) handles,
                openConnections().size(),
                files);
    }

    /** Returns the row of each open connection in the kernel's table, with both addresses and the state. */
    static List<String> openConnections() throws IOException {
        List<String> targets = targets();
        List<String> rows = new ArrayList<>();
        for (Path table : List.of(PROCESS.resolve("net/tcp"), PROCESS.resolve("net/tcp6"))) {
            for (String row : Files.isReadable(table) ? Files.readAllLines(table) : List.<String>of()) {
                String[] columns = row.strip().split(" +");
                if (columns.length > INODE_COLUMN && targets.contains("socket:[" + columns[INODE_COLUMN] + "]")) {
                    rows.add(row.strip());
                }
            }
        }
        return rows;
    }

    private static List<String> targets() throws IOException {
        List<String> targets = new ArrayList<>();
        for (Path handle : Files.isDirectory(PROCESS) ? list(PROCESS.resolve("fd")) : List.<Path>of()) {
            try {
                targets.add(Files.readSymbolicLink(handle).toString());
            } catch (IOException e) {
                // closed meanwhile
            }
        }
        return targets;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Returns whether the resources do not exceed others by more than what the JVM uses itself, without the heap. */
    boolean isWithin(Resources other) {
        return threads <= other.threads + SLACK
                && handles <= other.handles + SLACK
                && connections <= other.connections
                && files <= other.files;
    }

    /**
     * Compares the medians of the last and the second quarter of samples; caches and pools fill in the first.
     *
     * @return one line for each resource, with {@code LEAK} at its end for a leak; empty for fewer than 12 samples
     */
    static List<String> compare(List<Resources> samples) {
        List<String> lines = new ArrayList<>();
        int quarter = samples.size() / 4;
        for (Limit limit : samples.size() < MIN_SAMPLES ? List.<Limit>of() : LIMITS) {
            long early = median(samples.subList(quarter, 2 * quarter), limit.value());
            long late = median(samples.subList(samples.size() - quarter, samples.size()), limit.value());
            long allowed = early + Math.max(limit.amount(), (long) (early * limit.share()));
            lines.add(String.format(
                    Locale.ROOT,
                    "%-16s %8d early %8d late %8d allowed%s",
                    limit.name(),
                    early,
                    late,
                    allowed,
                    late > allowed ? "  LEAK" : ""));
        }
        return lines;
    }

    private static long median(List<Resources> samples, ToLongFunction<Resources> value) {
        return samples.stream().mapToLong(value).sorted().toArray()[samples.size() / 2];
    }

    @Override
    public String toString() {
        return "heap " + heap / 1024 + " MB, " + threads + " threads, " + handles + " handles, " + connections
                + " connections, " + files + " temporary files";
    }
}

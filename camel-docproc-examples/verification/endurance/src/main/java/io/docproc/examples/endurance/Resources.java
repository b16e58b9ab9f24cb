/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What this process holds at a moment.
 *
 * @param heap kilobytes that are in use after a collection
 * @param threads that are alive
 * @param handles open files, pipes and the like, without the program's own jars; 0 where the system does not report them
 * @param connections of {@link Connections}; 0 where the system does not report them
 * @param files temporary files of the calls
 */
record Resources(long heap, int threads, int handles, int connections, int files) {
    private static final Path HANDLES = Path.of("/proc/self/fd");
    private static final int KILO = 1024;

    private static final int SLACK = 4;

    /** Runs the garbage collector and measures the resources of this process. */
    static Resources now(Path temporaryFolder) throws IOException {
        int files = collect(temporaryFolder);
        List<String> handles = targets();
        int sockets =
                (int) handles.stream().filter(it -> it.startsWith("socket:")).count();
        return new Resources(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / KILO,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                handles.size() - sockets,
                Connections.open().size(),
                files);
    }

    /**
     * Runs the garbage collector until no more files disappear: files of results are deleted shortly after collection.
     */
    private static int collect(Path folder) throws IOException {
        int files = Integer.MAX_VALUE;
        int before;
        do {
            before = files;
            System.gc();
            files = files(folder);
        } while (files > 0 && files < before);
        return files;
    }

    /** Whether it is no more than that, but for what the virtual machine keeps for itself; the heap is not compared. */
    boolean isWithin(Resources other) {
        return threads <= other.threads + SLACK
                && handles <= other.handles + SLACK
                && connections <= other.connections
                && files <= other.files;
    }

    @Override
    public String toString() {
        return "heap " + heap / KILO + " MB, " + threads + " threads, " + handles + " handles, " + connections
                + " connections, " + files + " temporary files";
    }

    private static List<String> targets() throws IOException {
        List<String> targets = new ArrayList<>();
        if (Files.isDirectory(HANDLES)) {
            try (Stream<Path> handles = Files.list(HANDLES)) {
                handles.forEach(handle -> targets.add(target(handle)));
            }
        }
        // classes are loaded from further jars for as long as new things happen
        targets.removeIf(it -> it.isEmpty() || it.endsWith(".jar"));
        return targets;
    }

    /** Empty if it has been closed meanwhile. */
    private static String target(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static int files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return (int) files.count();
        }
    }
}

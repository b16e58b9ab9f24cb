/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a task repeatedly on a number of threads, and measures throughput and CPU time. */
final class Rounds {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final int threads;
    private final Duration duration;

    Rounds(int threads, Duration duration) {
        this.threads = threads;
        this.duration = duration;
    }

    /** Task that may throw an exception. */
    interface Work {
        void run() throws Exception;
    }

    /**
     * Result of one round.
     *
     * @param calls runs of the task
     * @param perSecond runs of the task per second
     * @param processorTime CPU time per run in microseconds
     */
    record Round(int calls, double perSecond, double processorTime) {}

    /** Runs one round. */
    Round run(Work work) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            long processor = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            long end = start + duration.toNanos();
            Callable<Integer> worker = () -> {
                int count = 0;
                while (System.nanoTime() < end) {
                    work.run();
                    count++;
                }
                return count;
            };
            List<Future<Integer>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                running.add(workers.submit(worker));
            }
            int count = 0;
            for (Future<Integer> future : running) {
                count += future.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Round(count, count / seconds, (SYSTEM.getProcessCpuTime() - processor) / 1e3 / count);
        } finally {
            workers.shutdownNow();
        }
    }

    /** Runs rounds until the task has run a number of times. */
    void warmUp(int runs, Work work) throws Exception {
        for (int done = 0; done < runs; ) {
            done += run(work).calls();
        }
    }

    /** Returns the median throughput and the median CPU time of rounds. */
    static Round median(List<Round> rounds) {
        return new Round(
                rounds.stream().mapToInt(Round::calls).sum(),
                median(rounds.stream().mapToDouble(Round::perSecond).toArray()),
                median(rounds.stream().mapToDouble(Round::processorTime).toArray()));
    }

    /** Returns the median. */
    static double median(double... values) {
        double[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}

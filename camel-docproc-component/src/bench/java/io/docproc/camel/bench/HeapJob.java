/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Main class of a child process that runs one task, to test whether the heap is large enough. */
public final class HeapJob {
    private HeapJob() {}

    /** Task to run. */
    enum Kind {
        EXTRACT_50_MB,
        EXTRACT_50_MB_EIGHT_TIMES,
        CROP_50_MB,
        PARSE_500_MB,
        PARSED_100_MB
    }

    /** Runs {@code <peer> <kind>}; exits with 0 if the task succeeds. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        Peer peer = Peer.valueOf(arguments[2]);
        Kind kind = Kind.valueOf(arguments[3]);
        Path image = kind == Kind.CROP_50_MB
                ? environment.material().largeImage()
                : environment.material().smallImage();
        try (Calls calls = peer.calls(addresses(environment, kind), image, environment.material())) {
            switch (kind) {
                case EXTRACT_50_MB -> calls.extract();
                case EXTRACT_50_MB_EIGHT_TIMES -> runConcurrently(8, calls::extract);
                case CROP_50_MB -> calls.crop();
                case PARSE_500_MB -> calls.parse(environment.material().hugeDocument());
                case PARSED_100_MB -> calls.parse(environment.material().smallDocument());
            }
        }
        System.exit(0);
    }

    private static Addresses addresses(BenchmarkEnvironment environment, Kind kind) {
        return switch (kind) {
            case CROP_50_MB -> Addresses.of(environment).withCrop(environment.responseUrl("large-image", 0));
            case PARSED_100_MB -> Addresses.of(environment).withParse(environment.responseUrl("parsed", 0));
            default -> Addresses.of(environment);
        };
    }

    private static void runConcurrently(int times, Work work) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(times);
        List<Future<?>> running = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            running.add(workers.submit(() -> {
                work.run();
                return null;
            }));
        }
        for (Future<?> future : running) {
            future.get();
        }
        workers.shutdown();
    }
}

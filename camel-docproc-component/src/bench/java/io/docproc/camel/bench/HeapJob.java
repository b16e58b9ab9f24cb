/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** In a child: one piece of work, to see whether the heap is large enough for it. */
public final class HeapJob {
    private HeapJob() {}

    /** What is to be done. */
    enum Kind {
        EXTRACT_50_MB,
        EXTRACT_50_MB_EIGHT_TIMES,
        CROP_50_MB,
        PARSE_500_MB,
        PARSED_100_MB
    }

    /** Runs {@code <peer> <kind>}; a failure is the exit code. */
    public static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(arguments);
        Peer peer = Peer.valueOf(arguments[2]);
        Kind kind = Kind.valueOf(arguments[3]);
        Path image = kind == Kind.CROP_50_MB
                ? lab.material().largeImage()
                : lab.material().smallImage();
        try (Calls calls = peer.calls(addresses(lab, kind), image, lab.material())) {
            switch (kind) {
                case EXTRACT_50_MB -> calls.extract();
                case EXTRACT_50_MB_EIGHT_TIMES -> atOnce(8, calls::extract);
                case CROP_50_MB -> calls.crop();
                case PARSE_500_MB -> calls.parse(lab.material().hugeDocument());
                case PARSED_100_MB -> calls.parse(lab.material().smallDocument());
            }
        }
        System.exit(0);
    }

    private static Addresses addresses(Lab lab, Kind kind) {
        return switch (kind) {
            case CROP_50_MB -> Addresses.of(lab).withCrop(lab.answering("large-image", 0));
            case PARSED_100_MB -> Addresses.of(lab).withParse(lab.answering("parsed", 0));
            default -> Addresses.of(lab);
        };
    }

    private static void atOnce(int times, Work work) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(times);
        List<Future<?>> running = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            running.add(workers.submit(() -> {
                work.run();
                return null;
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        workers.shutdown();
    }
}

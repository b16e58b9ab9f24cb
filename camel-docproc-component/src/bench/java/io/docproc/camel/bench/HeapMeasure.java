/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.HeapJob.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** Finds the smallest heap in which a task succeeds, by binary search over a list of sizes. */
final class HeapMeasure {
    private static final List<Integer> HEAP_SIZES =
            List.of(8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256, 320, 384, 448, 512, 768, 1024);
    private static final Duration LIMIT = Duration.ofSeconds(25);

    private HeapMeasure() {}

    static Measure of(String measure, Kind kind, int mustReach) {
        return environment -> {
            OptionalInt docproc = smallestHeap(megabytes -> succeeds(environment, Peer.DOCPROC, kind, megabytes), 48);
            OptionalInt naive = smallestHeap(megabytes -> succeeds(environment, Peer.NAIVE, kind, megabytes), 1024);
            return List.of(
                    row(measure, docproc, mustReach).withNaive(megabytes(naive)).withRatio(ratio(docproc, naive)));
        };
    }

    /** Measures the heap of an application that downloads a large result after a callback. */
    static List<Row> downloadedResult(BenchmarkEnvironment environment) {
        OptionalInt docproc = smallestHeap(megabytes -> downloads(environment, megabytes), 48);
        return List.of(row("fetchResult of a 100 MB document: smallest heap", docproc, 32));
    }

    private static Row row(String measure, OptionalInt docproc, int mustReach) {
        return Row.of(
                measure, megabytes(docproc), mustReach + " MB", docproc.isPresent() && docproc.getAsInt() <= mustReach);
    }

    private static String megabytes(OptionalInt heap) {
        return heap.isPresent() ? heap.getAsInt() + " MB" : "above the largest size";
    }

    private static String ratio(OptionalInt one, OptionalInt other) {
        return one.isPresent() && other.isPresent() ? Row.figure((double) one.getAsInt() / other.getAsInt()) : "–";
    }

    private static boolean succeeds(BenchmarkEnvironment environment, Peer peer, Kind kind, int megabytes) {
        return ChildJvm.withHeap(megabytes)
                .within(LIMIT)
                .run(environment, HeapJob.class, peer.name(), kind.name())
                .succeeded();
    }

    private static OptionalInt smallestHeap(IntPredicate succeeds, int largest) {
        List<Integer> sizes =
                HEAP_SIZES.stream().filter(size -> size <= largest).toList();
        int low = 0;
        int high = sizes.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (succeeds.test(sizes.get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low < sizes.size() ? OptionalInt.of(sizes.get(low)) : OptionalInt.empty();
    }

    private static boolean downloads(BenchmarkEnvironment environment, int megabytes) {
        try {
            int port = freePort();
            Process server = ChildJvm.withHeap(megabytes)
                    .start(environment, WebhookServer.class, Integer.toString(port), "results");
            try (BufferedReader out = server.inputReader()) {
                java.util.concurrent.CompletableFuture.delayedExecutor(
                                LIMIT.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
                        .execute(server::destroyForcibly);
                if (!awaitValue("ready", out)) {
                    return false;
                }
                new WebhookLoad(port, WebhookLoad.signed(), environment.responseUrl("parsed", 0)).send();
                return awaitValue("bytes", out);
            } finally {
                server.destroyForcibly();
            }
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean awaitValue(String value, BufferedReader out) throws IOException {
        Map<String, Double> values = new HashMap<>();
        while (!values.containsKey(value)) {
            String line = out.readLine();
            if (line == null) {
                return false;
            }
            Report.parse(line, values);
        }
        return true;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

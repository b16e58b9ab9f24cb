/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Child process that makes the calls of one peer. A request is {@code <threads> <milliseconds>}; each thread makes at
 * least one call.
 */
final class Caller {
    /** Figures of a response. */
    static final int CALLS = 0;

    static final int PER_SECOND = 1;
    static final int CPU_MILLIS = 2;
    static final int FIGURES = 3;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Caller() {}

    /** Calls of a peer. Each fails unless the service has responded with success. Thread-safe. */
    interface Client {
        /** Crops an image and writes the result. */
        void crop(Path image, OutputStream jpeg) throws Exception;

        /** Extracts the fields of the document. */
        void extract() throws Exception;

        /** Parses a document and returns the number of elements, after it has read each of them. */
        default long elements() throws Exception {
            throw new UnsupportedOperationException();
        }
    }

    private static Client client(Peer peer, Data data, String url) throws Exception {
        return switch (peer) {
            case DOCPROC, BASELINE -> new CamelClient(data, CamelClient.docproc(url));
            case ROUTE -> new CamelClient(data, CamelClient.handWritten(url));
            case LIMIT -> new LimitClient(data, url);
            case JDK -> new JdkClient(data, url);
        };
    }

    /** Runs {@code <peer> <directory> crop|extract|elements|poll-round <URL>}. */
    public static void main(String[] arguments) throws Exception {
        Peer peer = Peer.valueOf(arguments[0]);
        Data data = new Data(Path.of(arguments[1]));
        String url = arguments[3];
        Callable<?> call = arguments[2].equals("poll-round")
                ? PollRound.of(peer, url)
                : call(arguments[2], client(peer, data, url), data);
        ChildJvm.serve(request -> {
            String[] values = request.split(" ");
            return round(Integer.parseInt(values[0]), Long.parseLong(values[1]), call);
        });
    }

    private static Callable<?> call(String name, Client client, Data data) throws IOException {
        Path images = Files.createTempDirectory("images-");
        AtomicLong count = new AtomicLong();
        return () -> {
            switch (name) {
                case "crop" -> crop(client, data, images.resolve(count.incrementAndGet() + ".jpg"));
                case "extract" -> client.extract();
                default -> require("elements", client.elements(), Data.ELEMENTS);
            }
            return null;
        };
    }

    /** Writes the image to a new file, as a route does, and deletes it. */
    private static void crop(Client client, Data data, Path file) throws Exception {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            client.crop(data.image(), out);
        }
        require("bytes", Files.size(file), Data.IMAGE_SIZE);
        Files.delete(file);
    }

    /** Fails if a call has not done all of its work. */
    static void require(String unit, long count, long expected) {
        if (count != expected) {
            throw new IllegalStateException(count + " " + unit + " instead of " + expected);
        }
    }

    private static double[] round(int threads, long milliseconds, Callable<?> call) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            long cpu = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            List<Future<Integer>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                running.add(workers.submit(() -> {
                    int count = 0;
                    do {
                        call.call();
                        count++;
                    } while (System.nanoTime() - start < milliseconds * 1_000_000);
                    return count;
                }));
            }
            int count = 0;
            for (Future<Integer> future : running) {
                count += future.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new double[] {count, count / seconds, (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / count};
        } finally {
            workers.shutdownNow();
        }
    }
}

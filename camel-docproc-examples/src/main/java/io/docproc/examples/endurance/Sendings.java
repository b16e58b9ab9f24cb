/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.service.LocalService;
import io.docproc.examples.service.LocalServiceOptions;
import io.docproc.examples.service.endpoint.DocumentWork;
import io.docproc.examples.service.fault.FaultDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** A local service that knows documents by their content and notes each time that one reaches it. */
final class Sendings implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(10);

    /** In which a connection that was made before the kill is accepted. */
    private static final Duration QUIET = Duration.ofMillis(200);

    private static final Duration MOST_TIME_TO_WORK_OFF = Duration.ofMinutes(5);

    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final LocalService service;

    private record Arrival(String document, long nanos) {}

    /** @param latency how long each call takes, besides its work, so that a kill meets it */
    Sendings(Path temporaryFolder, Duration latency) throws IOException {
        this.service = new LocalService(
                        new LocalServiceOptions()
                                .port(0)
                                .temporaryFolder(temporaryFolder)
                                .packageCalls(Integer.MAX_VALUE)
                                .faults(Stream.of("crop", "extract", "parseAsync")
                                        .map(it -> FaultDefinition.parse(
                                                "operation=" + it + ",kind=latency,ms=" + latency.toMillis()))
                                        .toList()),
                        watched(LocalService.work()))
                .start();
    }

    private DocumentWork watched(DocumentWork work) {
        return new DocumentWork(
                (file, parameters) -> {
                    note(file);
                    return work.cropper().crop(file, parameters);
                },
                (file, name, schema, parse, extract) -> {
                    note(file);
                    return work.extractor().extract(file, name, schema, parse, extract);
                },
                (file, name, config) -> {
                    note(file);
                    return work.parser().parse(file, name, config);
                });
    }

    private void note(Path file) {
        String document = names.getOrDefault(digest(file), "a document that nobody has made");
        synchronized (this) {
            arrivals.add(new Arrival(document, System.nanoTime()));
            notifyAll();
        }
    }

    private static String digest(Path file) {
        try (var content = Files.newInputStream(file)) {
            return DigestUtils.sha256Hex(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String baseUrl() {
        return service.baseUrl();
    }

    /** From now on knows that document. */
    void expect(MadeDocument document) {
        names.put(digest(document.file()), document.name());
    }

    /** How often documents have reached the service so far. */
    synchronized int count() {
        return arrivals.size();
    }

    /** The documents that have reached it since then, in their order. */
    synchronized List<String> since(int count) {
        return arrivals.subList(count, arrivals.size()).stream()
                .map(Arrival::document)
                .toList();
    }

    /** When the next document after those has reached it, as {@link System#nanoTime} tells it. */
    synchronized OptionalLong firstSince(int count) {
        return arrivals.stream().skip(count).mapToLong(Arrival::nanos).findFirst();
    }

    /**
     * Waits for one more.
     *
     * @return whether it came in time
     */
    synchronized boolean awaitMore(int count, Duration most) throws InterruptedException {
        long until = System.nanoTime() + most.toNanos();
        while (arrivals.size() <= count && System.nanoTime() < until) {
            TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
        }
        return arrivals.size() > count;
    }

    /** How often each document has reached it. */
    synchronized Map<String, Integer> times() {
        Map<String, Integer> times = new HashMap<>();
        arrivals.forEach(it -> times.merge(it.document(), 1, Integer::sum));
        return times;
    }

    /**
     * Waits, once nobody calls any more, until what had been sent has reached the service and been worked off.
     *
     * @throws IOException if that takes so long that it never will
     */
    synchronized void awaitQuiet() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        long quietSince = begun;
        while (System.nanoTime() - quietSince < QUIET.toNanos()) {
            TimeUnit.NANOSECONDS.timedWait(this, LOOK.toNanos());
            long now = System.nanoTime();
            if (!service.isIdle()) {
                quietSince = now;
            }
            if (now - begun > MOST_TIME_TO_WORK_OFF.toNanos()) {
                throw new IOException("the service is not done with what a killed process had sent");
            }
        }
    }

    @Override
    public void close() {
        service.close();
    }
}

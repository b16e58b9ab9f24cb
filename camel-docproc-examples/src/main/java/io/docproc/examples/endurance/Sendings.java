/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** A local service that knows documents by their content and notes each time that one reaches it. */
final class Sendings implements AutoCloseable {
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Duration latency;
    private final LocalService service;
    private int underWay;
    private long lastEndNanos = System.nanoTime();

    private record Arrival(String document, long nanos) {}

    /** @param latency how long each call takes, besides its work, so that a kill meets it */
    Sendings(Path temporaryFolder, Duration latency) throws IOException {
        this.latency = latency;
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
                (file, parameters) -> noted(file, () -> work.cropper().crop(file, parameters)),
                (file, name, schema, parse, extract) ->
                        noted(file, () -> work.extractor().extract(file, name, schema, parse, extract)),
                (file, name, config) -> noted(file, () -> parsed(work, file, name, config)));
    }

    private static ObjectNode parsed(DocumentWork work, Path file, String name, ObjectNode config) {
        return work.parser().parse(file, name, config);
    }

    private <T> T noted(Path file, Supplier<T> work) {
        begin(names.getOrDefault(digest(file), "a document that nobody has made"));
        try {
            return work.get();
        } finally {
            end();
        }
    }

    private synchronized void begin(String document) {
        arrivals.add(new Arrival(document, System.nanoTime()));
        underWay++;
        notifyAll();
    }

    private synchronized void end() {
        underWay--;
        lastEndNanos = System.nanoTime();
        notifyAll();
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

    /** Waits, once nobody calls any more, until what had been sent has reached the service and been worked off. */
    synchronized void awaitQuiet() throws InterruptedException {
        long quiet = latency.multipliedBy(2).toNanos();
        long nobodyCallsSince = System.nanoTime();
        long left = quiet;
        while (left > 0 || underWay > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
            left = quiet - (System.nanoTime() - Math.max(nobodyCallsSince, lastEndNanos));
        }
    }

    @Override
    public void close() {
        service.close();
    }
}

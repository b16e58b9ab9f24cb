/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.endpoint.DocumentWork;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** A local service that knows documents by their content and notes each time that one reaches it. */
final class Sendings implements AutoCloseable {
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final List<String> arrivals = Collections.synchronizedList(new ArrayList<>());
    private final LocalService service;

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
        arrivals.add(names.getOrDefault(digest(file), "a document that nobody has made"));
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
    int count() {
        return arrivals.size();
    }

    /** The documents that have reached it since then, in their order. */
    List<String> since(int count) {
        synchronized (arrivals) {
            return List.copyOf(arrivals.subList(count, arrivals.size()));
        }
    }

    /** How often each document has reached it. */
    Map<String, Integer> times() {
        Map<String, Integer> times = new HashMap<>();
        since(0).forEach(document -> times.merge(document, 1, Integer::sum));
        return times;
    }

    /** Whether nobody calls, and what had been sent has been worked off. */
    boolean isQuiet() {
        return service.isIdle();
    }

    @Override
    public void close() {
        service.close();
    }
}

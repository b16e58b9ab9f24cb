/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.local.DocumentProcessors;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
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

/** Local service that recognizes documents by their content and records each arrival. */
final class RecordingService implements AutoCloseable {
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final List<String> arrivals = Collections.synchronizedList(new ArrayList<>());
    private final LocalService service;

    /** @param latency additional duration of each call, so that kills hit calls in flight */
    RecordingService(Path temporaryFolder, Duration latency) throws IOException {
        this.service = new LocalService(
                        new LocalServiceOptions()
                                .port(0)
                                .temporaryFolder(temporaryFolder)
                                .packageCalls(Integer.MAX_VALUE)
                                .faults(Stream.of("crop", "extract", "parseAsync")
                                        .map(it -> FaultDefinition.parse(
                                                "operation=" + it + ",kind=latency,ms=" + latency.toMillis()))
                                        .toList()),
                        recording(LocalService.work()))
                .start();
    }

    private DocumentProcessors recording(DocumentProcessors work) {
        return new DocumentProcessors(
                (file, parameters) -> {
                    record(file);
                    return work.cropper().crop(file, parameters);
                },
                (file, name, schema, parse, extract) -> {
                    record(file);
                    return work.extractor().extract(file, name, schema, parse, extract);
                },
                (file, name, config) -> {
                    record(file);
                    return work.parser().parse(file, name, config);
                });
    }

    private void record(Path file) {
        arrivals.add(names.getOrDefault(digest(file), "an unknown document"));
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

    /** Registers a document. */
    void expect(GeneratedDocument document) {
        names.put(digest(document.file()), document.name());
    }

    /** Returns the number of recorded arrivals. */
    int count() {
        return arrivals.size();
    }

    /** Returns the documents that arrived after the first {@code count} arrivals, in order. */
    List<String> since(int count) {
        synchronized (arrivals) {
            return List.copyOf(arrivals.subList(count, arrivals.size()));
        }
    }

    /** Returns the number of arrivals by document. */
    Map<String, Integer> callCounts() {
        Map<String, Integer> times = new HashMap<>();
        since(0).forEach(document -> times.merge(document, 1, Integer::sum));
        return times;
    }

    /** Returns true if no connection is open and no call or job is in flight. */
    boolean isIdle() {
        return service.isIdle();
    }

    @Override
    public void close() {
        service.close();
    }
}

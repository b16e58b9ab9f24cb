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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** Local service that recognizes documents by their content and records each arrival. */
final class RecordingService implements AutoCloseable {
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final List<String> arrivals = new CopyOnWriteArrayList<>();
    private final LocalService service;

    RecordingService(Path temporaryFolder, KillRun.Plan plan) throws IOException {
        String latency = ",kind=latency,ms=" + plan.latency().toMillis();
        DocumentProcessors work = LocalService.work();
        this.service = new LocalService(
                        new LocalServiceOptions()
                                .port(0)
                                .temporaryFolder(temporaryFolder)
                                .packageCalls(Integer.MAX_VALUE)
                                .faults(Stream.of("crop", "extract", "parseAsync")
                                        .map(it -> FaultDefinition.parse("operation=" + it + latency))
                                        .toList()),
                        new DocumentProcessors(
                                (file, parameters) -> work.cropper().crop(recorded(file), parameters),
                                (file, name, schema, parse, extract) ->
                                        work.extractor().extract(recorded(file), name, schema, parse, extract),
                                (file, name, config) -> work.parser().parse(recorded(file), name, config)))
                .start();
    }

    private Path recorded(Path file) {
        arrivals.add(names.getOrDefault(digest(file), "an unknown document"));
        return file;
    }

    private static String digest(Path file) {
        try {
            return DigestUtils.sha256Hex(Files.readAllBytes(file));
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

    /** Returns the documents that arrived, in order. */
    List<String> arrivals() {
        return List.copyOf(arrivals);
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.job.JobLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.camel.Header;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileFilter;

/**
 * Keeps every original in the inbox until its result is stored, and lets each be submitted once: until then, its name is
 * remembered here and, across a restart, in the job log.
 */
public final class Originals implements GenericFileFilter<Object> {
    private static final Instant EVER = Instant.parse("9999-01-01T00:00:00Z");

    private final ParsingSettings settings;
    private final Set<String> submitted = ConcurrentHashMap.newKeySet();

    Originals(ParsingSettings settings) {
        this.settings = settings;
    }

    /** Takes up the jobs of an earlier run that have not ended. */
    void recall(JobLog jobs, String path) {
        jobs.overdue(path, EVER, EVER, Integer.MAX_VALUE).forEach(job -> submitted.add(job.correlationId()));
    }

    /** Only what has no job yet. */
    @Override
    public boolean accept(GenericFile<Object> file) {
        return !submitted.contains(file.getFileName());
    }

    /** The document is about to be submitted. */
    public void begin(@Header("CamelFileName") String document) {
        submitted.add(document);
    }

    /** The document could not be submitted, and the reason is written down. */
    public void notSubmitted(@Header("CamelFileName") String document) throws IOException {
        release(document, settings.failed());
    }

    /** The document's result is in the outbox. */
    public void stored(@Header("CamelDocprocCorrelationId") String document) throws IOException {
        release(document, settings.outbox().resolve("originals"));
    }

    /** The document's job failed, and the reason is written down. */
    public void failed(@Header("CamelDocprocCorrelationId") String document) throws IOException {
        release(document, settings.failed());
    }

    /** When a completion is processed a second time, its original has gone already. */
    private void release(String document, Path folder) throws IOException {
        Path original = settings.inbox().resolve(document);
        if (Files.exists(original)) {
            Files.createDirectories(folder);
            Files.move(original, folder.resolve(document), StandardCopyOption.REPLACE_EXISTING);
        }
        submitted.remove(document);
    }

    /** The documents that have no result yet. */
    List<String> unfinished() throws IOException {
        try (Stream<Path> all = Files.list(settings.inbox())) {
            return all.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileFilter;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Selects the files to submit, and moves an original when its result is stored. The names of submitted files are in memory
 * and, across restarts, in the job repository. A file that is overwritten while its job runs is another document: it stays in
 * the inbox and is submitted when the first result is stored.
 */
public final class SourceFileTracker implements GenericFileFilter<Object> {
    private static final Instant FAR_FUTURE = Instant.parse("9999-01-01T00:00:00Z");

    private final ParsingFolders folders;
    private final Map<String, Optional<Version>> submitted = new ConcurrentHashMap<>();

    /** Size and time that identify a version of a file. */
    private record Version(long size, Instant modified) {
        static Optional<Version> of(Path file) throws IOException {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                return Optional.of(
                        new Version(found.size(), found.lastModifiedTime().toInstant()));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }
    }

    SourceFileTracker(ParsingFolders folders) {
        this.folders = folders;
    }

    /** Restores the jobs of an earlier run that have not completed. */
    void restore(JobRepository jobs, String path) throws IOException {
        for (SubmittedJob job : jobs.overdue(path, FAR_FUTURE, FAR_FUTURE, Integer.MAX_VALUE)) {
            Optional<Version> found = Version.of(original(job.correlationId()));
            submitted.put(job.correlationId(), found.filter(version -> version.modified()
                    .isBefore(job.submittedAt())));
        }
    }

    private Path original(String document) {
        return folders.inbox().resolve(document);
    }

    /** Accepts files without a job. */
    @Override
    public boolean accept(GenericFile<Object> file) {
        return !submitted.containsKey(file.getFileName());
    }

    /** Records that a document is about to be submitted. After an account error, it is submitted again. */
    public void begin(Exchange exchange) throws IOException {
        String document = exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class);
        submitted.put(document, Version.of(original(document)));
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onFailure(Exchange failed) {
                submitted.remove(document);
            }
        });
    }

    /** Moves the original of a document that could not be submitted and whose failure is stored. */
    public void notSubmitted(@Header("CamelFileName") String document) throws IOException {
        release(document, folders.failed());
    }

    /** Moves the original of a document whose result is stored. */
    public void stored(@Header("CamelDocprocCorrelationId") String document) throws IOException {
        release(document, folders.outbox().resolve("originals"));
    }

    /** Moves the original of a document whose job failed and whose failure is stored. */
    public void failed(@Header("CamelDocprocCorrelationId") String document) throws IOException {
        release(document, folders.failed());
    }

    /** Moves the original unless an earlier delivery of the completion has moved it, or it was overwritten. */
    private void release(String document, Path folder) throws IOException {
        Path original = original(document);
        Optional<Version> version = Version.of(original);
        if (version.isPresent() && version.equals(submitted.get(document))) {
            Files.createDirectories(folder);
            Files.move(original, folder.resolve(document), StandardCopyOption.REPLACE_EXISTING);
        }
        submitted.remove(document);
    }

    /** Returns the documents without a result. */
    List<String> unfinished() throws IOException {
        try (Stream<Path> all = Files.list(folders.inbox())) {
            return all.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}

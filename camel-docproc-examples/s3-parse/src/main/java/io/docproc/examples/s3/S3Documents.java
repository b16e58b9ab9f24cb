/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.SynchronizationAdapter;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Decides which objects are submitted, and puts originals where they belong: an object leaves the inbox before it is
 * submitted, and the archive's folder {@code submitted} when its job's end is stored. All that it knows is in the buckets, in
 * the repository and in the job repository, so it survives the process.
 */
public final class S3Documents {
    private static final Instant FAR_FUTURE = Instant.parse("9999-01-01T00:00:00Z");
    private static final int MAX_CORRELATION_ID_LENGTH = 512;
    private static final String NOTHING = "";

    private final Archive archive;
    private final IdempotentRepository parsed;
    private final JobRepository jobs;
    private final String completionsPath;
    private final Set<S3Document> inWork = ConcurrentHashMap.newKeySet();

    /**
     * @param s3 for both buckets
     * @param parsed which documents have a result
     * @param jobs which jobs have not ended
     * @param completionsPath of the consumer that waits for the jobs
     */
    public S3Documents(
            S3Client s3, S3Buckets buckets, IdempotentRepository parsed, JobRepository jobs, String completionsPath) {
        this.archive = new Archive(s3, buckets);
        this.parsed = parsed;
        this.jobs = jobs;
        this.completionsPath = completionsPath;
    }

    /**
     * Takes an object out of the inbox.
     *
     * @param exchange works on the document; until it has ended, no other does
     * @return what its job will be known by; empty when there is nothing to submit: the document has its result or its job
     *     already, an earlier version's job has not ended, or the object has changed since it was read
     */
    public String claim(@Header("CamelAwsS3Key") String key, @Header("CamelAwsS3ETag") String etag, Exchange exchange) {
        S3Document document = S3Document.of(key, etag);
        boolean mine = !isFolder(key) && isFirst(document, exchange);
        return mine && moveToSubmitted(document) ? document.id() : NOTHING;
    }

    private boolean moveToSubmitted(S3Document document) {
        // Before the look at the results: what ends in between is found in one of the two.
        List<S3Document> waiting = archive.versions(Archive.SUBMITTED, document.key());
        if (parsed.contains(document.id())) {
            archive.move(document, document.done());
            return false;
        }
        if (waiting.contains(document)) {
            archive.delete(document);
            return false;
        }
        return waiting.isEmpty() && archive.move(document, document.submitted());
    }

    private boolean isFirst(S3Document document, Exchange exchange) {
        boolean first = inWork.add(document);
        if (first) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange ended) {
                    inWork.remove(document);
                }
            });
        }
        return first;
    }

    /** The object that a file browser makes for a folder. */
    static boolean isFolder(String key) {
        return key.endsWith("/");
    }

    /**
     * Documents that were taken out of the inbox and have no job, because a run was killed or a step failed. Each is to be
     * asked for with {@link #resume}: what is said here may be over when its turn comes.
     */
    public List<String> withoutJob() {
        List<S3Document> submitted = archive.allSubmitted();
        Set<String> known = withJob();
        return submitted.stream()
                .filter(Predicate.not(inWork::contains))
                .map(S3Document::id)
                .filter(Predicate.not(known::contains))
                .toList();
    }

    /**
     * Takes a document that has no job.
     *
     * @param exchange works on the document; until it has ended, no other does
     * @return its id; empty when another exchange works on it, or it has its job or its end meanwhile
     */
    public String resume(@Body String id, Exchange exchange) {
        S3Document document = S3Document.ofId(id);
        // In this order: a document leaves the folder before the log forgets its job.
        boolean waits = isFirst(document, exchange)
                && !withJob().contains(id)
                && archive.versions(Archive.SUBMITTED, document.key()).contains(document);
        return waits ? id : NOTHING;
    }

    private Set<String> withJob() {
        return jobs.overdue(completionsPath, FAR_FUTURE, FAR_FUTURE, Integer.MAX_VALUE).stream()
                .map(SubmittedJob::correlationId)
                .collect(Collectors.toSet());
    }

    /** The object's key in the inbox. */
    public String key(@Header("CamelDocprocCorrelationId") String id) {
        return S3Document.ofId(id).key();
    }

    /**
     * The name under which the document is submitted.
     *
     * @throws IllegalArgumentException if its id is longer than a correlation id may be, and would come back cut off
     */
    public String fileName(@Header("CamelDocprocCorrelationId") String id) {
        if (id.length() > MAX_CORRELATION_ID_LENGTH) {
            throw new IllegalArgumentException("The key is too long: with the entity tag, it takes " + id.length()
                    + " characters; " + MAX_CORRELATION_ID_LENGTH + " are allowed");
        }
        String key = key(id);
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /**
     * The document's result is stored: it is not submitted again, and its original has done its duty. An earlier version has
     * no result any more, so it is submitted if it comes again.
     */
    public void stored(@Header("CamelDocprocCorrelationId") String id) {
        S3Document document = S3Document.ofId(id);
        parsed.add(id);
        archive.versions(Archive.DONE, document.key()).stream()
                .filter(Predicate.not(document::equals))
                .forEach(earlier -> parsed.remove(earlier.id()));
        archive.release(document, document.done());
    }

    /** The document has failed, and why is written down. */
    public void failed(@Header("CamelDocprocCorrelationId") String id) {
        S3Document document = S3Document.ofId(id);
        archive.release(document, document.failed());
    }
}

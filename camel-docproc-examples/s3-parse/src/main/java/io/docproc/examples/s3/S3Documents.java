/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.DocprocConstants;
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
import org.apache.camel.Message;
import org.apache.camel.Ordered;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.SynchronizationAdapter;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Selects the objects to submit and moves the originals: to the folder {@code submitted} of the archive before they are
 * submitted, and from there when their result or failure is stored. The state is in the buckets, the idempotent repository
 * and the job repository, so it survives a crash.
 */
public final class S3Documents {
    private static final Instant FAR_FUTURE = Instant.parse("9999-01-01T00:00:00Z");

    private final Archive archive;
    private final IdempotentRepository parsed;
    private final JobRepository jobs;
    private final String completionsPath;
    private final Set<S3Document> inWork = ConcurrentHashMap.newKeySet();

    /**
     * Creates the bean.
     *
     * @param parsed documents that have a result
     * @param jobs jobs that are not completed
     * @param completionsPath path of the consumer that receives the completions
     */
    public S3Documents(
            S3Client s3, S3Buckets buckets, IdempotentRepository parsed, JobRepository jobs, String completionsPath) {
        this.archive = new Archive(s3, buckets);
        this.parsed = parsed;
        this.jobs = jobs;
        this.completionsPath = completionsPath;
    }

    /**
     * Moves an object from the inbox to {@code submitted}.
     *
     * @param exchange processes the document; no other exchange does until it is completed
     * @return the correlation id; empty if there is nothing to submit: the document has a result or a job, the job of an
     *     earlier version is not completed, or the object has changed since it was read
     */
    public String markSubmitted(
            @Header("CamelAwsS3Key") String key, @Header("CamelAwsS3ETag") String etag, Exchange exchange) {
        S3Document document = S3Document.of(key, etag);
        // A key that ends with a slash is a folder of a file browser.
        boolean moved = !key.endsWith("/") && isFirst(document, exchange) && moveToSubmitted(document);
        return moved ? document.id() : "";
    }

    private boolean moveToSubmitted(S3Document document) {
        // Read before the results: a job that is completed in between is found in one of the two.
        List<S3Document> waiting = archive.versions(S3Buckets.SUBMITTED, document.key());
        if (parsed.contains(document.id())) {
            archive.move(document, Archive.DONE);
            return false;
        }
        if (waiting.contains(document)) {
            archive.delete(document);
            return false;
        }
        return waiting.isEmpty() && archive.move(document, S3Buckets.SUBMITTED);
    }

    private boolean isFirst(S3Document document, Exchange exchange) {
        boolean first = inWork.add(document);
        if (first) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange completed) {
                    inWork.remove(document);
                }

                /** After the original of a failed document has moved. */
                @Override
                public int getOrder() {
                    return Ordered.LOWEST;
                }
            });
        }
        return first;
    }

    /**
     * Returns the documents in {@code submitted} that have no job, because a run was killed or a step failed. Call
     * {@link #resume} for each of them, because its state may change meanwhile.
     */
    public List<String> withoutJob() {
        List<S3Document> submitted = archive.documents(S3Buckets.SUBMITTED, "").toList();
        Set<String> known = withJob();
        return submitted.stream()
                .filter(Predicate.not(inWork::contains))
                .map(S3Document::id)
                .filter(Predicate.not(known::contains))
                .toList();
    }

    /**
     * Reserves a document that has no job.
     *
     * @param exchange processes the document; no other exchange does until it is completed
     * @return the correlation id; empty if another exchange processes it, or it has a job, a result or an error meanwhile
     */
    public String resume(@Body String id, Exchange exchange) {
        S3Document document = S3Document.ofId(id);
        // In this order: a document leaves the folder before its job leaves the job repository.
        boolean waits = isFirst(document, exchange)
                && !withJob().contains(id)
                && archive.versions(S3Buckets.SUBMITTED, document.key()).contains(document);
        return waits ? id : "";
    }

    private Set<String> withJob() {
        return jobs.overdue(completionsPath, FAR_FUTURE, FAR_FUTURE, Integer.MAX_VALUE).stream()
                .map(SubmittedJob::correlationId)
                .collect(Collectors.toSet());
    }

    /** Returns the key of the object in the inbox. */
    public String key(@Header("document") String id) {
        return S3Document.ofId(id).key();
    }

    /**
     * Moves the original of a document whose result is stored, so that it is not submitted again. The result of an earlier
     * version is overwritten, so that version is submitted if it is uploaded again.
     */
    public void stored(@Header("document") String id) {
        S3Document document = S3Document.ofId(id);
        parsed.add(id);
        archive.versions(Archive.DONE, document.key()).stream()
                .filter(Predicate.not(document::equals))
                .forEach(earlier -> parsed.remove(earlier.id()));
        archive.release(document, Archive.DONE);
    }

    /** Stores the reason of a failure and moves the original. The variable {@code reason} contains it afterwards. */
    public void failed(@Header("document") String id, Exchange exchange) {
        S3Document document = S3Document.ofId(id);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Message completion = exchange.getMessage();
        String reason = cause != null
                ? cause.getMessage()
                : "Parse job " + completion.getHeader(DocprocConstants.JOB_ID) + " has failed: "
                        + completion.getHeader(DocprocConstants.MESSAGE);
        archive.note(
                document,
                """
                %s was not parsed.

                %s

                Correct the cause, then copy the object beside this note back to the inbox, under the name above, to process it again.
                """
                        .formatted(document.key(), reason));
        archive.release(document, Archive.FAILED);
        exchange.setVariable("reason", reason);
    }
}

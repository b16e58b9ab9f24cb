/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the service for a job and evaluates the response. A job is abandoned only after its deadline, and only if the
 * service has responded about this job. After any other failure the job is polled again, regardless of its age. An
 * error that the component itself raises has no HTTP status and never abandons a job. Thread-safe.
 */
final class JobPoll {
    private static final Logger LOG = LoggerFactory.getLogger(JobPoll.class);
    /**
     * Codes about the job: 404, and 40004 (parameter error), because the job id is the only parameter of the call. An
     * invalid URL (40400) is not included: a wrong baseUrl or parseService causes it for every job.
     */
    private static final Set<Integer> CODES_ABOUT_THE_JOB = Set.of(40004, 404);

    private final OverdueJobPoller.Waiting waiting;
    private final JobStatusSource question;
    private final CompletionDispatcher feed;
    private final PollingPause pause;
    private final Clock clock;
    private final InterruptibleCalls calls = new InterruptibleCalls();

    JobPoll(
            OverdueJobPoller.Waiting waiting,
            JobStatusSource question,
            CompletionDispatcher feed,
            PollingPause pause,
            Clock clock) {
        this.waiting = waiting;
        this.question = question;
        this.feed = feed;
        this.pause = pause;
        this.clock = clock;
    }

    /**
     * Polls the service for a job and dispatches its completion to the route.
     *
     * @param makeDue makes the job due again immediately; called if the poll is aborted
     * @param done called once, after the poll and after the route if the job is complete
     */
    void run(SubmittedJob job, Runnable makeDue, Runnable done) {
        CompletableFuture<Boolean> processed = CompletableFuture.completedFuture(true);
        try {
            processed = poll(job, makeDue);
        } catch (RuntimeException | Error e) {
            notPolled(job, e);
        } finally {
            processed.whenComplete((success, failure) -> done.run());
        }
    }

    private CompletableFuture<Boolean> poll(SubmittedJob job, Runnable makeDue) {
        try {
            ParseJob status = calls.run(() -> question.ask(job.jobId()));
            pause.succeeded();
            return responded(job, status);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            makeDue.run();
        } catch (DocprocException e) {
            if (!calls.isStopped()) {
                return failed(job, e);
            }
            makeDue.run();
        }
        return CompletableFuture.completedFuture(true);
    }

    /** Aborts the polls in flight and refuses further ones. */
    void stop() {
        calls.stop();
    }

    private CompletableFuture<Boolean> responded(SubmittedJob job, ParseJob status) {
        ParseCompletion event = ParseCompletion.of(status);
        if (event.isFinal()) {
            LOG.debug("Parse job {} is {}; its callback has not arrived", job.jobId(), event.status());
            return feed.offer(new Completion(withId(event, job), job.correlationId()));
        }
        return event.status() != null && isExpired(job)
                ? abandon(job, "the service reports the status " + event.status())
                : CompletableFuture.completedFuture(true);
    }

    private CompletableFuture<Boolean> failed(SubmittedJob job, DocprocException e) {
        if (!isAboutTheJob(e)) {
            notPolled(job, e);
            return CompletableFuture.completedFuture(true);
        }
        if (e.getHttpStatus() == 0) {
            LOG.warn("Parse job {} cannot be polled: {}", job.jobId(), e.getMessage());
            return CompletableFuture.completedFuture(true);
        }
        pause.succeeded();
        LOG.warn("The service cannot report the status of parse job {}: {}", job.jobId(), e.getMessage());
        return isExpired(job) ? abandon(job, e.getMessage()) : CompletableFuture.completedFuture(true);
    }

    private static boolean isAboutTheJob(DocprocException e) {
        return e instanceof DocprocDocumentException || CODES_ABOUT_THE_JOB.contains(e.getCode());
    }

    private void notPolled(SubmittedJob job, Throwable cause) {
        LOG.warn("Polling for parse job {} failed and continues later: {}", job.jobId(), cause.toString());
        Duration length = pause.failed(cause, clock.instant());
        if (!length.isZero()) {
            LOG.warn("Polling for all parse jobs of {} pauses for {}", waiting.path(), length);
        }
    }

    private boolean isExpired(SubmittedJob job) {
        return job.submittedAt().plus(waiting.giveUpAfter()).isBefore(clock.instant());
    }

    private CompletableFuture<Boolean> abandon(SubmittedJob job, String reason) {
        String message = "abandoned after " + waiting.giveUpAfter() + " without completion: " + reason;
        ParseCompletion event = new ParseCompletion(job.jobId(), "failed", null, message, null);
        return feed.offer(new Completion(event, job.correlationId()));
    }

    /** Adds the job id, which the response may lack. */
    private static ParseCompletion withId(ParseCompletion event, SubmittedJob job) {
        return new ParseCompletion(job.jobId(), event.status(), event.resultUrl(), event.message(), event.other());
    }
}

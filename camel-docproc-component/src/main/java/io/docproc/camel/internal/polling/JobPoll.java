/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the service for a job and evaluates the response. A job is abandoned only after its deadline, and only if the
 * service has responded about this job, or if its id is invalid, so that the component cannot send a status request.
 * After any other failure the job is polled again, regardless of its age. Thread-safe.
 */
final class JobPoll {
    private static final Logger LOG = LoggerFactory.getLogger(JobPoll.class);
    /**
     * Codes about the job: 404, and 40004 (parameter error), because the job id is the only parameter of the call. An
     * invalid URL (40400) is not included: a wrong baseUrl or parseService causes it for every job.
     */
    private static final Set<Integer> CODES_ABOUT_THE_JOB = Set.of(40004, 404);

    private final PollingSettings settings;
    private final JobStatusClient client;
    private final CompletionHandler handler;
    private final InFlightTracker inFlight;
    private final PollingPause pause;
    private final Clock clock;
    private final Set<Thread> requestingThreads = new HashSet<>();
    private boolean stopped;

    /** Result of a poll. */
    enum Result {
        /** The service was polled. Its response has been processed, or the failure has been logged. */
        POLLED,
        /** A stop of the consumer aborted the poll. The job can be polled again immediately. */
        ABORTED
    }

    JobPoll(
            PollingSettings settings,
            JobStatusClient client,
            CompletionHandler handler,
            InFlightTracker inFlight,
            PollingPause pause,
            Clock clock) {
        this.settings = settings;
        this.client = client;
        this.handler = handler;
        this.inFlight = inFlight;
        this.pause = pause;
        this.clock = clock;
    }

    /**
     * Polls the service for a job and passes its completion to the handler.
     *
     * @return a future that completes after the poll, and after the route if the job is complete
     */
    CompletableFuture<Result> run(SubmittedJob job) {
        try {
            return poll(job);
        } catch (RuntimeException | Error e) {
            pollFailed(job, e);
            return CompletableFuture.completedFuture(Result.POLLED);
        }
    }

    private CompletableFuture<Result> poll(SubmittedJob job) {
        try {
            ParseJob status = requestStatus(job.jobId());
            pause.succeeded();
            return responded(job, status);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.completedFuture(Result.ABORTED);
        } catch (DocprocException e) {
            return isStopped() ? CompletableFuture.completedFuture(Result.ABORTED) : failed(job, e);
        }
    }

    /** Requests the status. A stop interrupts the thread during the request only, never in the route afterwards. */
    private ParseJob requestStatus(String jobId) throws InterruptedException {
        addRequestingThread();
        try {
            return client.requests().send(jobId);
        } finally {
            removeRequestingThread();
        }
    }

    private synchronized void addRequestingThread() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException();
        }
        requestingThreads.add(Thread.currentThread());
    }

    private synchronized void removeRequestingThread() {
        requestingThreads.remove(Thread.currentThread());
        if (stopped) {
            Thread.interrupted();
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Interrupts the polls in flight and refuses further ones. */
    synchronized void stop() {
        stopped = true;
        requestingThreads.forEach(Thread::interrupt);
    }

    private CompletableFuture<Result> responded(SubmittedJob job, ParseJob status) {
        ParseCompletion event = ParseCompletion.of(status);
        if (event.isFinal()) {
            LOG.debug("Parse job {} is {}; its callback has not arrived", job.jobId(), event.status());
            return handle(withJobId(event, job), job);
        }
        return event.status() == null
                ? CompletableFuture.completedFuture(Result.POLLED)
                : abandonIfExpired(job, "the service reports the status " + event.status());
    }

    private CompletableFuture<Result> failed(SubmittedJob job, DocprocException e) {
        if (!isAboutTheJob(e)) {
            pollFailed(job, e);
            return CompletableFuture.completedFuture(Result.POLLED);
        }
        if (e.getHttpStatus() == 0) {
            LOG.warn("No status request can be sent for parse job {}: {}", job.jobId(), e.getMessage());
        } else {
            pause.succeeded();
            LOG.warn("The service cannot report the status of parse job {}: {}", job.jobId(), e.getMessage());
        }
        return abandonIfExpired(job, e.getMessage());
    }

    private static boolean isAboutTheJob(DocprocException e) {
        return e instanceof DocprocDocumentException || CODES_ABOUT_THE_JOB.contains(e.getCode());
    }

    private void pollFailed(SubmittedJob job, Throwable cause) {
        LOG.warn("The poll for parse job {} failed; the job is polled again later: {}", job.jobId(), cause.toString());
        Duration length = pause.failed(cause, clock.instant());
        if (!length.isZero()) {
            LOG.warn("Polling for all parse jobs of webhook {} pauses for {} ms", settings.path(), length.toMillis());
        }
    }

    private CompletableFuture<Result> abandonIfExpired(SubmittedJob job, String reason) {
        if (!settings.isExpired(job, clock.instant())) {
            return CompletableFuture.completedFuture(Result.POLLED);
        }
        String message = "abandoned without completion after callbackTtl, "
                + settings.timeToLive().toMillis() + " ms after the submission: " + reason;
        return handle(new ParseCompletion(job.jobId(), "failed", null, message, null), job);
    }

    private CompletableFuture<Result> handle(ParseCompletion event, SubmittedJob job) {
        if (!inFlight.begin()) {
            return CompletableFuture.completedFuture(Result.ABORTED);
        }
        AsyncCallback completion = inFlight.completing(doneSync -> {});
        try {
            return handler.handle(event, job.correlationId()).handle((accepted, failure) -> {
                completion.done(false);
                return Result.POLLED;
            });
        } catch (RuntimeException | Error e) {
            completion.done(true);
            throw e;
        }
    }

    /** Adds the job id, which the response may lack. */
    private static ParseCompletion withJobId(ParseCompletion event, SubmittedJob job) {
        return new ParseCompletion(job.jobId(), event.status(), event.resultUrl(), event.message(), event.other());
    }
}

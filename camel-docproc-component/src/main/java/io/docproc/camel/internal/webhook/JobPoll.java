/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.dispatch.InFlightTracker;
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

    private final WebhookSettings settings;
    private final JobStatusSource statusSource;
    private final CompletionDispatcher dispatcher;
    private final InFlightTracker inFlight;
    private final PollingPause pause;
    private final Clock clock;
    private final Set<Thread> requestingThreads = new HashSet<>();
    private boolean stopped;

    JobPoll(
            WebhookSettings settings,
            JobStatusSource statusSource,
            CompletionDispatcher dispatcher,
            InFlightTracker inFlight,
            PollingPause pause,
            Clock clock) {
        this.settings = settings;
        this.statusSource = statusSource;
        this.dispatcher = dispatcher;
        this.inFlight = inFlight;
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
            pollFailed(job, e);
        } finally {
            processed.whenComplete((accepted, failure) -> done.run());
        }
    }

    private CompletableFuture<Boolean> poll(SubmittedJob job, Runnable makeDue) {
        try {
            ParseJob status = requestStatus(job.jobId());
            pause.succeeded();
            return responded(job, status, makeDue);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            makeDue.run();
        } catch (DocprocException e) {
            if (!isStopped()) {
                return failed(job, e, makeDue);
            }
            makeDue.run();
        }
        return CompletableFuture.completedFuture(true);
    }

    /** Requests the status. A stop interrupts the thread during the request only, never in the route afterwards. */
    private ParseJob requestStatus(String jobId) throws InterruptedException {
        addRequestingThread();
        try {
            return statusSource.requestStatus(jobId);
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

    private CompletableFuture<Boolean> responded(SubmittedJob job, ParseJob status, Runnable makeDue) {
        ParseCompletion event = ParseCompletion.of(status);
        if (event.isFinal()) {
            LOG.debug("Parse job {} is {}; its callback has not arrived", job.jobId(), event.status());
            return dispatch(withJobId(event, job), job, makeDue);
        }
        return event.status() == null
                ? CompletableFuture.completedFuture(true)
                : abandonIfExpired(job, "the service reports the status " + event.status(), makeDue);
    }

    private CompletableFuture<Boolean> failed(SubmittedJob job, DocprocException e, Runnable makeDue) {
        if (!isAboutTheJob(e)) {
            pollFailed(job, e);
            return CompletableFuture.completedFuture(true);
        }
        if (e.getHttpStatus() == 0) {
            LOG.warn("No status request can be sent for parse job {}; it stays open: {}", job.jobId(), e.getMessage());
            return CompletableFuture.completedFuture(true);
        }
        pause.succeeded();
        LOG.warn("The service cannot report the status of parse job {}: {}", job.jobId(), e.getMessage());
        return abandonIfExpired(job, e.getMessage(), makeDue);
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

    private CompletableFuture<Boolean> abandonIfExpired(SubmittedJob job, String reason, Runnable makeDue) {
        if (!settings.isExpired(job, clock.instant())) {
            return CompletableFuture.completedFuture(true);
        }
        String message = "abandoned without completion after callbackTtl, "
                + settings.timeToLive().toMillis() + " ms after the submission: " + reason;
        return dispatch(new ParseCompletion(job.jobId(), "failed", null, message, null), job, makeDue);
    }

    /** Dispatches a completion to the route, or makes the job due again if the consumer has stopped meanwhile. */
    private CompletableFuture<Boolean> dispatch(ParseCompletion event, SubmittedJob job, Runnable makeDue) {
        if (!inFlight.begin()) {
            makeDue.run();
            return CompletableFuture.completedFuture(true);
        }
        AsyncCallback completion = inFlight.completing(doneSync -> {});
        try {
            return dispatcher
                    .offer(new Completion(event, job.correlationId()))
                    .whenComplete((accepted, failure) -> completion.done(false));
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

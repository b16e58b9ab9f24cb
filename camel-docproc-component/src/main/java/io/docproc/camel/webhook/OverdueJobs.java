/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the service about jobs whose callback has not come, and feeds what it learns into the route. A job that is still
 * running is asked about again after pauses that double, up to an hour; one that the service will not talk about is
 * given up when its callback's address has run out, and reported as failed.
 */
final class OverdueJobs implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueJobs.class);
    private static final int AT_ONCE = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final JobLog jobLog;
    private final String path;
    private final Duration callbackTimeout;
    private final Duration giveUpAfter;
    private final JobQuestion question;
    private final CompletionFeed feed;
    private final Clock clock;

    OverdueJobs(
            JobLog jobLog,
            CallbackSettings callbacks,
            Duration callbackTimeout,
            JobQuestion question,
            CompletionFeed feed,
            Clock clock) {
        this.jobLog = jobLog;
        this.path = callbacks.path();
        this.giveUpAfter = callbacks.timeToLive();
        this.callbackTimeout = callbackTimeout;
        this.question = question;
        this.feed = feed;
        this.clock = clock;
    }

    /** Asks about all jobs for which it is time. */
    @Override
    public void run() {
        try {
            feed.extendClaims();
            Instant now = clock.instant();
            for (SubmittedJob job : jobLog.overdue(path, now.minus(callbackTimeout), now, AT_ONCE)) {
                if (!feed.isRunning(job.jobId()) && feed.claim(job.jobId()) == JobLog.Claim.TAKEN) {
                    ask(job);
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            LOG.warn("Overdue parse jobs could not be looked up; this is tried again: {}", failed.toString());
        }
    }

    private void ask(SubmittedJob job) throws InterruptedException {
        try {
            ParseJob answer = question.ask(job.jobId());
            ParseCompletion event = ParseCompletion.of(answer);
            if (event.isFinal()) {
                LOG.info("Parse job {} is {}; its callback has not come", job.jobId(), event.status());
                feed.offer(new Completion(withId(event, job), job.correlationId()));
            } else {
                askAgain(job);
            }
        } catch (DocprocException unanswered) {
            answerless(job, unanswered);
        }
    }

    private void answerless(SubmittedJob job, DocprocException reason) {
        LOG.warn("The service did not tell about parse job {}: {}", job.jobId(), reason.getMessage());
        boolean hopeless =
                !reason.isRetryable() && job.submittedAt().plus(giveUpAfter).isBefore(clock.instant());
        if (hopeless) {
            String message = "given up after " + giveUpAfter + " without callback: " + reason.getMessage();
            ParseCompletion event = new ParseCompletion(job.jobId(), "failed", null, message, null);
            feed.offer(new Completion(event, job.correlationId()));
        } else {
            askAgain(job);
        }
    }

    private void askAgain(SubmittedJob job) {
        long factor = 1L << Math.min(job.questions(), 20);
        Duration pause = callbackTimeout.multipliedBy(factor);
        Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? longer(callbackTimeout, LONGEST_PAUSE) : pause;
        jobLog.askAgain(job.jobId(), clock.instant().plus(bounded));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** The answer may leave out the id that was asked for. */
    private static ParseCompletion withId(ParseCompletion event, SubmittedJob job) {
        return new ParseCompletion(job.jobId(), event.status(), event.resultUrl(), event.message(), event.other());
    }
}

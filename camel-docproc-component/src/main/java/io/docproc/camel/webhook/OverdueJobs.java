/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the service about jobs whose callback has not come, and feeds what it learns into the route. A job that is still
 * running, or whose route failed, is asked about again after pauses that double, up to an hour; when its callback's
 * address has run out, one that is still running, or that the service will not talk about, is given up and reported as
 * failed.
 */
final class OverdueJobs implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueJobs.class);
    private static final int AT_ONCE = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final JobLog jobLog;
    private final Claims claims;
    private final Waiting waiting;
    private final JobQuestion question;
    private final CompletionFeed feed;
    private final Clock clock;
    private volatile boolean stopped;

    /**
     * How long is waited, and for whom.
     *
     * @param path the path of the consumer whose jobs these are
     * @param callbackTimeout how long a callback is waited for, and the first pause between questions
     * @param giveUpAfter how long a job's end is waited for, as long as the service answers
     */
    record Waiting(String path, Duration callbackTimeout, Duration giveUpAfter) {}

    OverdueJobs(JobLog jobLog, Claims claims, Waiting waiting, JobQuestion question, CompletionFeed feed, Clock clock) {
        this.jobLog = jobLog;
        this.claims = claims;
        this.waiting = waiting;
        this.question = question;
        this.feed = feed;
        this.clock = clock;
    }

    /** Asks about all jobs for which it is time; a failure must not reach the schedule, which would end with it. */
    @Override
    public void run() {
        try {
            Instant now = clock.instant();
            for (SubmittedJob job :
                    jobLog.overdue(waiting.path(), now.minus(waiting.callbackTimeout()), now, AT_ONCE)) {
                if (stopped) {
                    return;
                }
                if (!feed.isRunning(job.jobId()) && claims.claim(job.jobId()) == JobLog.Claim.TAKEN) {
                    ask(job);
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) {
            LOG.warn("Overdue parse jobs could not be looked up; this is tried again: {}", failed.toString());
        }
    }

    /** Ends the question that is being asked, and asks no further ones; a route that is running goes on. */
    void stop() {
        stopped = true;
        question.stop();
    }

    private void ask(SubmittedJob job) throws InterruptedException {
        try {
            ParseCompletion event = ParseCompletion.of(question.ask(job.jobId()));
            if (event.isFinal()) {
                LOG.info("Parse job {} is {}; its callback has not come", job.jobId(), event.status());
                feed(withId(event, job), job);
            } else if (expired(job)) {
                giveUp(job, "the service says that the job is " + event.status());
            } else {
                askAgain(job);
            }
        } catch (DocprocException unanswered) {
            answerless(job, unanswered);
        } catch (RuntimeException | Error failed) {
            LOG.warn("What became of parse job {} cannot be taken now: {}", job.jobId(), failed.toString());
            askAgain(job);
        }
    }

    private void answerless(SubmittedJob job, DocprocException reason) {
        if (stopped) {
            claims.release(job.jobId());
            return;
        }
        LOG.warn("The service did not tell about parse job {}: {}", job.jobId(), reason.getMessage());
        if (expired(job) && !reason.isRetryable()) {
            giveUp(job, reason.getMessage());
        } else {
            askAgain(job);
        }
    }

    private boolean expired(SubmittedJob job) {
        return job.submittedAt().plus(waiting.giveUpAfter()).isBefore(clock.instant());
    }

    private void giveUp(SubmittedJob job, String reason) {
        String message = "given up after " + waiting.giveUpAfter() + " without callback: " + reason;
        feed(new ParseCompletion(job.jobId(), "failed", null, message, null), job);
    }

    private void feed(ParseCompletion event, SubmittedJob job) {
        feed.offer(new Completion(event, job.correlationId())).thenAccept(success -> {
            if (!success) {
                askAgain(job);
            }
        });
    }

    /** A callback may have come during the question: then its route holds the claim. */
    private void askAgain(SubmittedJob job) {
        if (!feed.isRunning(job.jobId())) {
            claims.askAgain(job.jobId(), pause(job.questions()));
        }
    }

    private Duration pause(int questions) {
        Duration doubled = waiting.callbackTimeout().multipliedBy(1L << Math.min(questions, 20));
        Duration longest = longer(waiting.callbackTimeout(), LONGEST_PAUSE);
        return doubled.compareTo(longest) > 0 ? longest : doubled;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** The answer may leave out the id that was asked for. */
    private static ParseCompletion withId(ParseCompletion event, SubmittedJob job) {
        return new ParseCompletion(job.jobId(), event.status(), event.resultUrl(), event.message(), event.other());
    }
}

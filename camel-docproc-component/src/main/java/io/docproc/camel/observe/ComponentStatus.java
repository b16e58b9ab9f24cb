/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.job.JobLog;
import io.docproc.camel.quota.CallQuota;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a component does at this moment: its calls, its quota and the jobs that it waits for. */
public final class ComponentStatus {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentStatus.class);

    private final CallStatistics calls;
    private final Supplier<Optional<CallQuota>> quota;
    private final Supplier<Optional<JobLog>> jobLog;
    private final Supplier<CompletionFigures> completions;

    /**
     * @param calls what becomes of the calls
     * @param quota the quota, once the component is started
     * @param jobLog remembers jobs, if one is set
     * @param completions what becomes of the completions of jobs
     */
    public ComponentStatus(
            CallStatistics calls,
            Supplier<Optional<CallQuota>> quota,
            Supplier<Optional<JobLog>> jobLog,
            Supplier<CompletionFigures> completions) {
        this.calls = calls;
        this.quota = quota;
        this.jobLog = jobLog;
        this.completions = completions;
    }

    /** What becomes of the calls. */
    public CallStatistics calls() {
        return calls;
    }

    /** What has become of the completions of jobs. */
    public CompletionFigures completions() {
        return completions.get();
    }

    /** How many calls may start in a second; 0 for no limit. */
    public double requestsPerSecond() {
        return quota.get().map(CallQuota::requestsPerSecond).orElse(0.0);
    }

    /** How long calls are still held back because the service refused one for its number. */
    public Duration cooldownLeft() {
        return quota.get().map(CallQuota::cooldownLeft).orElse(Duration.ZERO);
    }

    /** How many of the calls in flight wait for their turn. */
    public int callsWaitingForTurn() {
        return quota.get().map(CallQuota::callsWaiting).orElse(0);
    }

    /** How long calls have waited for their turns, all together. */
    public Duration waitedForTurns() {
        return quota.get().map(CallQuota::waited).orElse(Duration.ZERO);
    }

    /** Whether there is a job log. */
    public boolean keepsJobs() {
        return jobLog.get().isPresent();
    }

    /** How many submitted jobs are waited for; empty without a job log, and when it cannot be read. */
    public OptionalInt jobsWaiting() {
        try {
            return jobLog.get().map(log -> OptionalInt.of(log.size())).orElse(OptionalInt.empty());
        } catch (RuntimeException storeFailed) {
            LOG.warn("The job log cannot be read: {}", storeFailed.toString());
            return OptionalInt.empty();
        }
    }
}

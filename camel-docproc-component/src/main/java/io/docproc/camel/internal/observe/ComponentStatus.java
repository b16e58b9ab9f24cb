/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.webhook.CompletionCounts;
import io.docproc.camel.job.JobRepository;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Current state of a component: its calls, its rate limits and its pending jobs. Thread-safe.
 *
 * @param calls the statistics of the component's calls
 * @param cooldown supplies the longest remaining cooldown of the accounts that the component uses
 * @param outage supplies the longest outage of these accounts
 * @param outageWaiting supplies the number of calls that wait for an outage
 * @param configuredRate the component's option {@code requestsPerSecond}
 * @param jobRepository stores pending jobs; empty if none is configured
 * @param completions the numbers of received job completions
 * @param balances the balances that the health checks have read
 * @param minimumBalance the component's option {@code minimumBalance}
 */
public record ComponentStatus(
        CallStatistics calls,
        Supplier<Duration> cooldown,
        Supplier<Optional<AccountGate.Outage>> outage,
        IntSupplier outageWaiting,
        DoubleSupplier configuredRate,
        Supplier<Optional<JobRepository>> jobRepository,
        CompletionCounts completions,
        Collection<AccountBalance> balances,
        DoubleSupplier minimumBalance) {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentStatus.class);

    /** Returns the longest remaining cooldown of the component's accounts; zero if there is none. */
    public Duration cooldownRemaining() {
        return cooldown.get();
    }

    /** Returns the lowest available balance of the accounts as last read by the health checks; empty if none was read. */
    public OptionalDouble availableBalance() {
        return balances.stream()
                .flatMap(balance -> balance.lastAvailable().stream())
                .mapToDouble(BigDecimal::doubleValue)
                .min();
    }

    /** Returns the duration of the longest outage of the accounts; zero if there is none. */
    public Duration outageDuration() {
        return outage.get()
                .map(closed -> Duration.between(closed.since(), Instant.now()))
                .orElse(Duration.ZERO);
    }

    /** Returns whether a job repository is configured. */
    public boolean hasJobRepository() {
        return jobRepository.get().isPresent();
    }

    /**
     * Returns the number of submitted jobs that are not completed; empty without a job repository, or if it cannot be
     * read.
     */
    public OptionalInt jobsPending() {
        try {
            return jobRepository.get().stream().mapToInt(JobRepository::size).findFirst();
        } catch (RuntimeException e) {
            LOG.warn("The job repository cannot be read; check its database or directory: {}", e.toString());
            return OptionalInt.empty();
        }
    }

    /** Returns all figures by name, as the dev console shows them. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("callsInFlight", calls.inFlight());
        figures.put("callsWaiting", calls.waiting());
        figures.put("requestsPerSecond", configuredRate.getAsDouble());
        figures.put("rateLimitCooldownRemainingMillis", cooldownRemaining().toMillis());
        availableBalance().ifPresent(balance -> figures.put("balanceAvailable", balance));
        outage.get().ifPresent(closed -> figures.put("outageSince", closed.since()));
        figures.put("outageCallsWaiting", outageWaiting.getAsInt());
        jobsPending().ifPresent(jobs -> figures.put("jobsPending", jobs));
        for (CompletionCounts.Outcome outcome : CompletionCounts.Outcome.values()) {
            figures.put("completions." + outcome, completions.count(outcome));
        }
        calls.counts()
                .forEach((call, count) ->
                        figures.put("calls." + call.operation() + "." + call.outcome() + "." + call.code(), count));
        figures.put("lastError", calls.lastError());
        return figures;
    }
}

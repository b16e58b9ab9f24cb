/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.http.AccountErrors;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.http.ComponentRateLimits;
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
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Current state of a component: its calls, its rate limits and its pending jobs. Thread-safe.
 *
 * @param calls the statistics of the component's calls
 * @param rateLimits the rate limits of the accounts that the component uses
 * @param accountErrors the account errors that calls wait out
 * @param configuredRate the component's option {@code requestsPerSecond}
 * @param jobRepository stores pending jobs; empty if none is configured
 * @param completions the numbers of received job completions
 * @param balances the balances that the health checks have read
 * @param minimumBalance the component's option {@code minimumBalance}
 */
public record ComponentStatus(
        CallStatistics calls,
        ComponentRateLimits rateLimits,
        AccountErrors accountErrors,
        DoubleSupplier configuredRate,
        Supplier<Optional<JobRepository>> jobRepository,
        CompletionCounts completions,
        Collection<AccountBalance> balances,
        DoubleSupplier minimumBalance) {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentStatus.class);

    /** Returns the longest remaining cooldown of the component's accounts; zero if there is none. */
    public Duration cooldownRemaining() {
        return rateLimits.cooldownRemaining();
    }

    /** Returns the number of calls in flight that wait for their rate-limit permit. */
    public int callsWaitingForRateLimit() {
        return rateLimits.callsWaiting();
    }

    /** Returns the lowest available balance of the accounts as last read by the health checks; empty if none was read. */
    public OptionalDouble availableBalance() {
        return balances.stream()
                .flatMap(balance -> balance.lastAvailable().stream())
                .mapToDouble(BigDecimal::doubleValue)
                .min();
    }

    /** Returns for how long the service has refused the calls of an account that wait; zero if none wait. */
    public Duration accountErrorDuration() {
        return accountErrors
                .longest()
                .map(refusal -> Duration.between(refusal.since(), Instant.now()))
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
        figures.put("requestsPerSecond", rateLimits.requestsPerSecond().orElseGet(configuredRate));
        figures.put("rateLimitCallsWaiting", callsWaitingForRateLimit());
        figures.put("rateLimitWaitMillis", rateLimits.waited().toMillis());
        figures.put("rateLimitCooldownRemainingMillis", cooldownRemaining().toMillis());
        availableBalance().ifPresent(balance -> figures.put("balanceAvailable", balance));
        accountErrors.longest().ifPresent(refusal -> {
            figures.put("accountErrorSince", refusal.since());
            figures.put("accountErrorCallsWaiting", accountErrors.callsWaiting());
        });
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Knows how one account does, for all who want to know it: asks the service at most once at a time, and again only when
 * what it has learnt is too old for whoever asks.
 */
public final class AccountCheck {
    private final BalanceQuestion question;
    private final Duration timeout;
    private final Executor executor;
    private final Clock clock;
    private final AtomicReference<Asking> asking = new AtomicReference<>();
    private volatile Optional<AccountReading> last = Optional.empty();

    private record Asking(Instant since, CompletableFuture<AccountReport> report) {}

    /**
     * @param question asks the service
     * @param timeout how long anybody waits for its answer
     * @param executor runs the question
     * @param clock tells how old an answer is
     */
    public AccountCheck(BalanceQuestion question, Duration timeout, Executor executor, Clock clock) {
        this.question = question;
        this.timeout = timeout;
        this.executor = executor;
        this.clock = clock;
    }

    /** How long anybody waits for an answer. */
    Duration timeout() {
        return timeout;
    }

    /** What is known, not older than that if the service tells it in time. */
    AccountReport report(Duration age) {
        return current(age).orElseGet(() -> await(asking(age)));
    }

    private Optional<AccountReport> current(Duration age) {
        return last.filter(reading -> reading.isWithin(age, clock.instant()))
                .map(reading -> new AccountReport(Optional.of(reading), AccountReport.State.CURRENT));
    }

    private Asking asking(Duration age) {
        Asking mine = new Asking(clock.instant(), new CompletableFuture<>());
        Asking others = asking.compareAndExchange(null, mine);
        if (others != null) {
            return others;
        }
        // Another may have asked since.
        Optional<AccountReport> current = current(age);
        if (current.isPresent()) {
            end(mine, current.get());
            return mine;
        }
        try {
            executor.execute(() -> ask(mine));
        } catch (RejectedExecutionException stopping) {
            end(mine, new AccountReport(last, AccountReport.State.PENDING));
        }
        return mine;
    }

    private void ask(Asking mine) {
        AccountReport.State state = AccountReport.State.CURRENT;
        try {
            Optional<AccountReading> learnt =
                    question.ask().map(balance -> AccountReading.of(balance, clock.instant()));
            if (learnt.isPresent()) {
                last = learnt;
            } else {
                state = AccountReport.State.HELD_BACK;
            }
        } catch (DocprocRateLimitException heldBack) {
            // It says nothing of the account.
            state = AccountReport.State.HELD_BACK;
        } catch (Throwable failure) {
            last = Optional.of(AccountReading.failed(failure, clock.instant()));
        } finally {
            end(mine, new AccountReport(last, state));
        }
    }

    private void end(Asking mine, AccountReport report) {
        asking.set(null);
        mine.report().complete(report);
    }

    /** Whoever comes to a question that is overdue does not wait for it again. */
    private AccountReport await(Asking running) {
        Duration left = timeout.minus(Duration.between(running.since(), clock.instant()));
        try {
            return running.report().get(Math.max(0, left.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException noAnswerYet) {
            // What was known before is told.
        }
        return new AccountReport(last, AccountReport.State.PENDING);
    }
}

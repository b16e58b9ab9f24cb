/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.model.Balance;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Knows how one account does, for all who want to know it: asks the service at most once at a time, and again only when
 * what it has learnt is too old for whoever asks.
 */
public final class AccountCheck {
    private final BalanceQuestion question;
    private final Duration timeout;
    private final Executor executor;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final AtomicReference<Asking> asking = new AtomicReference<>();
    private volatile Optional<AccountReading> last = Optional.empty();

    private record Asking(long since, CompletableFuture<AccountReport> report) {}

    /**
     * @param question asks the service
     * @param timeout how long anybody waits for its answer
     * @param executor runs the question
     */
    public AccountCheck(BalanceQuestion question, Duration timeout, Executor executor) {
        this(question, timeout, executor, Clock.systemUTC(), System::nanoTime);
    }

    /**
     * A check on clocks of one's own, for tests.
     *
     * @param clock tells people when an answer came
     * @param nanoTime tells how old it is: unlike the time of day it is never set back
     */
    AccountCheck(BalanceQuestion question, Duration timeout, Executor executor, Clock clock, LongSupplier nanoTime) {
        this.question = question;
        this.timeout = timeout;
        this.executor = executor;
        this.clock = clock;
        this.nanoTime = nanoTime;
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
        return last.filter(reading -> reading.isWithin(age, nanoTime.getAsLong()))
                .map(reading -> new AccountReport(Optional.of(reading), AccountReport.State.CURRENT));
    }

    private Asking asking(Duration age) {
        Asking mine = new Asking(nanoTime.getAsLong(), new CompletableFuture<>());
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
        } catch (Throwable noThread) {
            end(mine, new AccountReport(last, AccountReport.State.PENDING));
        }
        return mine;
    }

    private void ask(Asking mine) {
        AccountReport.State state = AccountReport.State.CURRENT;
        try {
            Optional<AccountReading> learnt =
                    question.ask().map(balance -> learnt(Optional.of(balance), Optional.empty()));
            if (learnt.isPresent()) {
                last = learnt;
            } else {
                state = AccountReport.State.HELD_BACK;
            }
        } catch (DocprocRateLimitException heldBack) {
            // It says nothing of the account.
            state = AccountReport.State.HELD_BACK;
        } catch (Throwable failure) {
            last = Optional.of(learnt(Optional.empty(), Optional.of(failure)));
        } finally {
            end(mine, new AccountReport(last, state));
        }
    }

    private AccountReading learnt(Optional<Balance> balance, Optional<Throwable> failure) {
        return new AccountReading(clock.instant(), nanoTime.getAsLong(), balance, failure);
    }

    private void end(Asking mine, AccountReport report) {
        asking.set(null);
        mine.report().complete(report);
    }

    /** Whoever comes to a question that is overdue does not wait for it again. */
    private AccountReport await(Asking running) {
        long left = timeout.toNanos() - (nanoTime.getAsLong() - running.since());
        try {
            return running.report().get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException noAnswerYet) {
            // What was known before is told.
        }
        return new AccountReport(last, AccountReport.State.PENDING);
    }
}

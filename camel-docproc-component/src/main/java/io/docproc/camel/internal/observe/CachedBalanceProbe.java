/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

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
 * Cache for the balance of one account. Makes at most one balance call at a time, and only if the cached reading is
 * older than the caller accepts. Thread-safe.
 */
public final class CachedBalanceProbe {
    private final BalanceSource question;
    private final Duration timeout;
    private final Executor executor;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final AtomicReference<Asking> asking = new AtomicReference<>();
    private volatile Optional<CachedBalance> last = Optional.empty();

    private record Asking(long since, CompletableFuture<AccountReport> report) {}

    /**
     * @param question retrieves the balance
     * @param timeout the maximum wait for the balance
     * @param executor runs the balance call
     */
    public CachedBalanceProbe(BalanceSource question, Duration timeout, Executor executor) {
        this(question, timeout, executor, Clock.systemUTC(), System::nanoTime);
    }

    /**
     * Creates a probe with other clocks, for tests.
     *
     * @param clock the time of a reading, for display
     * @param nanoTime the time for the age of a reading; unlike the time of day it never goes backwards
     */
    CachedBalanceProbe(
            BalanceSource question, Duration timeout, Executor executor, Clock clock, LongSupplier nanoTime) {
        this.question = question;
        this.timeout = timeout;
        this.executor = executor;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Returns the maximum wait for the balance. */
    Duration timeout() {
        return timeout;
    }

    /**
     * Returns a reading that is at most this old. Makes a balance call if necessary, and waits up to the timeout for
     * it.
     */
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
        // Another thread may have completed a call since the first check.
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
            Optional<CachedBalance> learnt =
                    question.ask().map(balance -> learnt(Optional.of(balance), Optional.empty()));
            if (learnt.isPresent()) {
                last = learnt;
            } else {
                state = AccountReport.State.HELD_BACK;
            }
        } catch (DocprocRateLimitException heldBack) {
            // A rate limit does not indicate a problem with the account.
            state = AccountReport.State.HELD_BACK;
        } catch (Throwable failure) {
            last = Optional.of(learnt(Optional.empty(), Optional.of(failure)));
        } finally {
            end(mine, new AccountReport(last, state));
        }
    }

    private CachedBalance learnt(Optional<Balance> balance, Optional<Throwable> failure) {
        return new CachedBalance(clock.instant(), nanoTime.getAsLong(), balance, failure);
    }

    private void end(Asking mine, AccountReport report) {
        asking.set(null);
        mine.report().complete(report);
    }

    /** Waits for a running call until the timeout counted from its start. A caller of an overdue call does not wait. */
    private AccountReport await(Asking running) {
        long left = timeout.toNanos() - (nanoTime.getAsLong() - running.since());
        try {
            return running.report().get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException noAnswerYet) {
            // Returns the previous reading.
        }
        return new AccountReport(last, AccountReport.State.PENDING);
    }
}

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
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Cache for the balance of one account. Makes at most one balance call at a time, and only if the cached reading is
 * older than the caller accepts. Thread-safe.
 */
public final class CachedBalanceProbe {
    private final Supplier<Optional<Balance>> balanceCall;
    private final Duration timeout;
    private final Executor executor;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private Optional<Request> inFlight = Optional.empty();
    private volatile Optional<CachedBalance> last = Optional.empty();

    private record Request(long startNanos, CompletableFuture<AccountReport> report) {}

    /**
     * @param balanceCall retrieves the balance from the service, on a thread of the executor; empty if the rate limit
     *     currently grants no permit. Throws a {@code DocprocException} if there is no response, or if the response is
     *     an error.
     * @param timeout the maximum wait for the balance
     * @param executor runs the balance call
     */
    public CachedBalanceProbe(Supplier<Optional<Balance>> balanceCall, Duration timeout, Executor executor) {
        this(balanceCall, timeout, executor, Clock.systemUTC(), System::nanoTime);
    }

    /**
     * Creates a probe with other clocks, for tests.
     *
     * @param clock the time of a reading, for display
     * @param nanoTime the time for the age of a reading; unlike the time of day it never goes backwards
     */
    CachedBalanceProbe(
            Supplier<Optional<Balance>> balanceCall,
            Duration timeout,
            Executor executor,
            Clock clock,
            LongSupplier nanoTime) {
        this.balanceCall = balanceCall;
        this.timeout = timeout;
        this.executor = executor;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns a reading that is at most this old. Makes a balance call if necessary, and waits up to the timeout for
     * it.
     */
    AccountReport report(Duration age) {
        Request request;
        synchronized (this) {
            if (last.filter(reading -> reading.isWithin(age, nanoTime.getAsLong()))
                    .isPresent()) {
                return new AccountReport(last, AccountReport.State.CURRENT);
            }
            request = inFlight.orElseGet(this::start);
        }
        return await(request);
    }

    private Request start() {
        Request request = new Request(nanoTime.getAsLong(), new CompletableFuture<>());
        inFlight = Optional.of(request);
        try {
            executor.execute(() -> call(request));
        } catch (Throwable e) {
            complete(request, new AccountReport(last, AccountReport.State.PENDING));
        }
        return request;
    }

    private void call(Request request) {
        AccountReport.State state = AccountReport.State.CURRENT;
        try {
            Optional<CachedBalance> reading =
                    balanceCall.get().map(balance -> reading(Optional.of(balance), Optional.empty()));
            if (reading.isPresent()) {
                last = reading;
            } else {
                state = AccountReport.State.RATE_LIMITED;
            }
        } catch (DocprocRateLimitException e) {
            // A rate limit does not indicate a problem with the account.
            state = AccountReport.State.RATE_LIMITED;
        } catch (Throwable e) {
            last = Optional.of(reading(Optional.empty(), Optional.of(e)));
        } finally {
            complete(request, new AccountReport(last, state));
        }
    }

    private CachedBalance reading(Optional<Balance> balance, Optional<Throwable> failure) {
        return new CachedBalance(clock.instant(), nanoTime.getAsLong(), balance, failure);
    }

    private synchronized void complete(Request request, AccountReport report) {
        inFlight = Optional.empty();
        request.report().complete(report);
    }

    /** Waits for a running call until the timeout counted from its start. A caller of an overdue call does not wait. */
    private AccountReport await(Request request) {
        long remaining = timeout.toNanos() - (nanoTime.getAsLong() - request.startNanos());
        try {
            return request.report().get(Math.max(0, remaining), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            // Returns the previous reading.
        }
        return new AccountReport(last, AccountReport.State.PENDING);
    }
}

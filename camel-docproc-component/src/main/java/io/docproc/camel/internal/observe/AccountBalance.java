/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Balance of an account for its health checks. Makes at most one call at a time, with a permit of its own, so that a
 * component whose permits are all in use still reports the state of the account. Thread-safe.
 */
public final class AccountBalance {
    private final AccountRateLimit rateLimit;
    private final ComponentCall call;
    private volatile Reading last = new Reading(null, 0, null, null);

    /**
     * Creates a balance that is not read yet.
     *
     * @param timeout the maximum wait for a response
     * @param context the context in which the operation {@code balance} is created
     * @param statistics records the calls
     */
    public AccountBalance(
            ServiceAccount account, Duration timeout, Operation.Settings context, CallStatistics statistics) {
        rateLimit = account.rateLimit().withMaxWait(timeout.dividedBy(2));
        ConcurrencyLimiter ownPermit = new ConcurrencyLimiter(1);
        call = new ComponentCall(
                DocprocOperation.balance,
                context,
                account.createClient(rateLimit, account.deadline("healthCheckTimeout", timeout)),
                statistics,
                () -> ownPermit);
    }

    /** Returns a reading that is at most this old, or the last one if the rate limit grants no permit for a call. */
    synchronized Reading read(Duration age) {
        if (last.at == null || System.nanoTime() - last.nanos > age.toNanos()) {
            call();
        }
        return last;
    }

    /** Returns the available balance as last read; empty if that call failed or there was none. */
    Optional<BigDecimal> lastAvailable() {
        return Optional.ofNullable(last.balance).map(Balance::availableBalance);
    }

    private void call() {
        if (!rateLimit.cooldownRemaining().isZero()) {
            return;
        }
        try {
            last = Reading.now((Balance) call.execute(null, this::record), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!(e instanceof DocprocRateLimitException) && !isUnsent(e)) {
                last = Reading.now(null, e);
            }
        }
    }

    /** A call that was not sent is not counted, because nothing failed. */
    private void record(CallStatistics.Call counted, Throwable failure) {
        if (isUnsent(failure)) {
            counted.omitted();
        } else {
            counted.failed(failure);
        }
    }

    private static boolean isUnsent(Throwable failure) {
        return failure instanceof DocprocTransportException transport && transport.isUnsent();
    }

    /**
     * A balance, or the reason why it could not be retrieved.
     *
     * @param at the time of the reading, on the monotonic clock in {@code nanos}; null if there was none
     * @param balance the balance; null if the call failed
     * @param failure the failure; null if the call succeeded
     */
    record Reading(Instant at, long nanos, Balance balance, Throwable failure) {
        static Reading now(Balance balance, Throwable failure) {
            return new Reading(Instant.now(), System.nanoTime(), balance, failure);
        }
    }
}

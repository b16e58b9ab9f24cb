/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Balances for the health checks of a component: all endpoints of an account share one. Thread-safe. */
public final class AccountBalances {
    private final CallStatistics statistics;
    private final Map<Map.Entry<ServiceAccount, Duration>, AccountBalance> balances = new ConcurrentHashMap<>();

    /** @param statistics records the calls of {@code balance} */
    public AccountBalances(CallStatistics statistics) {
        this.statistics = statistics;
    }

    /**
     * Returns the balance of an account.
     *
     * @param timeout the maximum wait for a response
     * @param context supplies the context in which the operation {@code balance} is created
     */
    public AccountBalance of(ServiceAccount account, Duration timeout, Supplier<OperationContext> context) {
        return balances.computeIfAbsent(
                Map.entry(account, timeout), first -> new AccountBalance(account, timeout, context.get()));
    }

    /** Removes the balances. */
    public void stop() {
        balances.clear();
    }

    /** Balance of one account. Makes at most one call at a time, with a permit of its own. */
    public final class AccountBalance {
        private final AccountRateLimit rateLimit;
        private final ComponentCall call;
        private Reading last = new Reading(null, 0, null, null);

        private AccountBalance(ServiceAccount account, Duration timeout, OperationContext context) {
            rateLimit = account.rateLimit().withMaxWait(timeout.dividedBy(2));
            // A component whose permits are all in use still reports the state of the account.
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

        private void call() {
            if (!rateLimit.cooldownRemaining().isZero()) {
                return;
            }
            try {
                last = Reading.now((Balance) call.execute(null, this::record), null);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                if (isAboutTheAccount(e)) {
                    last = Reading.now(null, e);
                }
            }
        }

        /** A call that was not sent is not counted, because nothing failed. */
        private void record(CallStatistics.Call counted, Throwable failure) {
            if (failure instanceof DocprocTransportException transport && transport.isUnsent()) {
                counted.omitted();
            } else {
                counted.failed(failure);
            }
        }

        private boolean isAboutTheAccount(Throwable failure) {
            return !(failure instanceof DocprocRateLimitException)
                    && !(failure instanceof DocprocTransportException transport && transport.isUnsent());
        }
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

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.operation.ComponentCall;
import io.docproc.camel.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Balance of an account for its health checks. Makes at most one call at a time, with a permit of its own, so that a
 * component whose permits are all in use still reports the state of the account. Thread-safe.
 */
public final class AccountBalance {
    private final BooleanSupplier isCooldown;
    private final ComponentCall call;
    private volatile Reading last = new Reading(null, 0, null, null);

    /**
     * Creates a balance that is not read yet.
     *
     * @param call makes the balance requests
     * @param isCooldown returns whether no call of the account may be sent
     */
    public AccountBalance(ComponentCall call, BooleanSupplier isCooldown) {
        this.call = call;
        this.isCooldown = isCooldown;
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

    /** Aborts the request in flight, and rejects further ones. */
    public void stop() {
        call.abort();
    }

    private void call() {
        if (isCooldown.getAsBoolean()) {
            return;
        }
        try {
            last = Reading.now((Balance) call.execute(null, Map.of()), null);
        } catch (RuntimeException | Error e) {
            boolean isUnsent = e instanceof DocprocTransportException transport && transport.isUnsent();
            if (!(e instanceof DocprocRateLimitException) && !isUnsent) {
                last = Reading.now(null, e);
            }
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

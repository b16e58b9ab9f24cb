/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.operation.ComponentCall;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.ServicePackages;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Balance of an account for its health checks. Makes at most one call at a time, with a permit of its own, so that a
 * component whose permits are all in use still reports the state of the account. Thread-safe.
 */
public final class AccountBalance {
    private static final String API_PATH = "CamelDocprocApiPath";
    /** The paths by which the service finds the packages of an operation. */
    private static final Map<String, String> PATHS = Map.of(
            "crop", "/ai/service/v1/crop_enhance_image",
            "extract", "/ai/service/v3/entity_extraction",
            "parseAsync", "/ai/service/v1/pdf_to_markdown",
            "parseSync", "/ai/service/v1/pdf_to_markdown");

    private final AccountRateLimit rateLimit;
    private final ComponentCall call;
    private final ComponentCall packages;
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
        CallDispatcher ownPermit = new CallDispatcher(1, Runnable::run, new ThreadLocal<>());
        ServiceClient client = account.createClient(rateLimit, account.deadline("healthCheckTimeout", timeout));
        call = new ComponentCall(DocprocOperation.balance, context, client, statistics, () -> ownPermit);
        packages = new ComponentCall(DocprocOperation.packages, context, client, statistics, () -> ownPermit);
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

    /**
     * Requests the balance, and returns whether calls may be accepted again after an account error. After code 40003,
     * the balance or a package must have something left. A request that fails for another reason proves nothing, so that
     * a call has to be the test.
     */
    public boolean allows(DocprocAccountException error) {
        long start = System.nanoTime();
        Reading reading = read(Duration.ZERO);
        if (reading.at == null || reading.nanos - start < 0 || isTemporary(reading.failure)) {
            return false;
        }
        boolean isEmpty =
                reading.balance != null && reading.balance.availableBalance().signum() <= 0;
        return error.getCode() != ErrorCode.BALANCE_INSUFFICIENT.code()
                || !isEmpty
                || mayHavePackage(error.getOperation());
    }

    private boolean mayHavePackage(String operation) {
        if (!PATHS.containsKey(operation)) {
            return true;
        }
        try {
            return ((ServicePackages) packages.execute(null, Map.of(API_PATH, PATHS.get(operation))))
                    .stream().anyMatch(left -> !left.exhausted() && !left.isExpired());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (RuntimeException e) {
            return !isTemporary(e);
        }
    }

    private static boolean isTemporary(Throwable failure) {
        return failure instanceof DocprocException refused
                && (refused.isRetryable()
                        || refused instanceof DocprocAccountException
                        || refused instanceof DocprocRateLimitException);
    }

    /** Aborts the request in flight, and rejects further ones. */
    public void stop() {
        call.abort();
    }

    private void call() {
        if (!rateLimit.cooldownRemaining().isZero()) {
            return;
        }
        try {
            last = Reading.now((Balance) call.execute(null, Map.of()), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

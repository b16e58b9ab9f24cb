/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.AccountRateLimit;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.model.Balance;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Calls {@code balance} within the account's rate limit. The call uses a permit of its own, so that a component whose
 * permits are all in use still reports the state of the account.
 */
final class BalanceProbe implements Supplier<Optional<Balance>> {
    private final AccountRateLimit rateLimit;
    private final ComponentCall balance;

    /**
     * Creates a probe.
     *
     * @param client makes the call; the call fails as unsent if the rate limit grants no permit in time
     * @param rateLimit the rate limit of the account
     * @param context the context in which the operation is created
     * @param statistics records the calls
     */
    BalanceProbe(
            ServiceClient client, AccountRateLimit rateLimit, OperationContext context, CallStatistics statistics) {
        this.rateLimit = rateLimit;
        ConcurrencyLimiter ownPermit = new ConcurrencyLimiter(1);
        this.balance = new ComponentCall(DocprocOperation.balance, context, client, statistics, () -> ownPermit);
    }

    @Override
    public Optional<Balance> get() {
        if (!rateLimit.cooldownRemaining().isZero()) {
            return Optional.empty();
        }
        try {
            return Optional.of((Balance) balance.execute(null, BalanceProbe::record));
        } catch (DocprocTransportException e) {
            if (e.isUnsent()) {
                return Optional.empty();
            }
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Records a failed call. A call without a rate-limit permit in time is omitted, because nothing failed. */
    private static void record(CallStatistics.Call call, Throwable failure) {
        if (failure instanceof DocprocTransportException transport && transport.isUnsent()) {
            call.omitted();
        } else {
            call.failed(failure);
        }
    }
}

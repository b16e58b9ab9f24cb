/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.http.AccountRateLimit;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OperationContext;
import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Balance probes of a component, one for each account and timeout. All endpoints of an account share a probe, which is
 * created on first use. Thread-safe.
 */
public final class BalanceProbes {
    private final CallStatistics statistics;
    private final Executor executor;
    private final Map<Account, CachedBalance> probes = new HashMap<>();

    private record Account(HttpSettings settings, Credentials credentials, Duration timeout) {}

    /**
     * Creates an instance without probes.
     *
     * @param statistics records the calls of the probes
     * @param executor runs the calls of the probes
     */
    public BalanceProbes(CallStatistics statistics, Executor executor) {
        this.statistics = statistics;
        this.executor = executor;
    }

    /**
     * Returns the probe of an account.
     *
     * @param timeout the maximum wait for the balance
     * @param context supplies the context in which the operation {@code balance} is created
     */
    public synchronized CachedBalance of(ServiceAccount account, Duration timeout, Supplier<OperationContext> context) {
        return probes.computeIfAbsent(
                new Account(account.settings(), account.credentials(), timeout),
                unknown -> create(account, timeout, context.get()));
    }

    private CachedBalance create(ServiceAccount account, Duration timeout, OperationContext context) {
        AccountRateLimit rateLimit = account.rateLimit().withMaxWait(timeout.dividedBy(2));
        ServiceClient client = account.createClient(rateLimit, account.deadline("healthCheckTimeout", timeout));
        return new CachedBalance(probe(client, rateLimit, context), timeout, executor);
    }

    /**
     * Returns a call of {@code balance}; empty while the rate limit grants no permit. It uses a permit of its own, so that
     * a component whose permits are all in use still reports the state of the account.
     */
    private Supplier<Optional<Balance>> probe(
            ServiceClient client, AccountRateLimit rateLimit, OperationContext context) {
        ConcurrencyLimiter ownPermit = new ConcurrencyLimiter(1);
        ComponentCall balance =
                new ComponentCall(DocprocOperation.balance, context, client, statistics, () -> ownPermit);
        return () -> {
            if (!rateLimit.cooldownRemaining().isZero()) {
                return Optional.empty();
            }
            try {
                return Optional.of((Balance) balance.execute(null, BalanceProbes::record));
            } catch (DocprocTransportException e) {
                if (e.isUnsent()) {
                    return Optional.empty();
                }
                throw e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        };
    }

    /** Records a failed call. A call without a rate-limit permit in time is omitted, because nothing failed. */
    private static void record(CallStatistics.Call call, Throwable failure) {
        if (failure instanceof DocprocTransportException transport && transport.isUnsent()) {
            call.omitted();
        } else {
            call.failed(failure);
        }
    }

    /** Removes the probes. */
    public synchronized void stop() {
        probes.clear();
    }
}

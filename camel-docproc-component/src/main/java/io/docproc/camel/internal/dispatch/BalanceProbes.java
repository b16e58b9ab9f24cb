/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.internal.http.AccountRateLimit;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.observe.CachedBalance;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.operation.OperationContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
        return new CachedBalance(new BalanceProbe(client, rateLimit, context, statistics), timeout, executor);
    }

    /** Removes the probes. */
    public synchronized void stop() {
        probes.clear();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.SendConditions;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.SpoolScope;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Invocation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.model.Balance;
import io.docproc.camel.ratelimit.AccountRateLimit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Calls {@code balance} within the account's rate limit. The call uses a permit of its own, so that a component whose
 * permits are all in use still reports the state of the account.
 */
final class BalanceProbe implements Supplier<Optional<Balance>> {
    private static final String OPERATION = DocprocOperation.balance.name();

    private final DocprocComponent component;
    private final ServiceClient client;
    private final AccountRateLimit rateLimit;
    private final Operation balance;
    private final ConcurrencyLimiter ownPlace = new ConcurrencyLimiter(1);

    /**
     * Creates a probe.
     *
     * @param endpoint the endpoint whose account is probed
     * @param client makes the call; the call fails as unsent if the rate limit grants no permit in time
     * @param rateLimit the rate limit of the account
     */
    BalanceProbe(DocprocEndpoint endpoint, ServiceClient client, AccountRateLimit rateLimit) {
        this.component = endpoint.getComponent();
        this.client = client;
        this.rateLimit = rateLimit;
        this.balance = DocprocOperation.balance.create(endpoint.context(DocprocOperation.balance));
    }

    @Override
    public Optional<Balance> get() {
        try {
            return rateLimit.cooldownRemaining().isZero() ? call() : Optional.empty();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Optional<Balance> call() throws InterruptedException {
        Exchange exchange = new DefaultExchange(component.getCamelContext());
        SpoolScope spools = new SpoolScope(exchange);
        CallOptions options = new CallOptions(OPERATION, exchange.getMessage(), name -> null);
        Invocation invocation = new Invocation(
                OPERATION, exchange, spools, options, client, SendConditions.NONE, Map.of(), headers -> {});
        CallStatistics.Call call = component.observation().calls().acquire(OPERATION, ownPlace);
        try {
            Balance answer = (Balance) invocation.perform(balance).body();
            call.succeeded();
            return Optional.of(answer);
        } catch (DocprocTransportException e) {
            if (e.isUnsent()) {
                call.omitted();
                return Optional.empty();
            }
            call.failed(e);
            throw e;
        } catch (RuntimeException | Error failure) {
            call.failed(failure);
            throw failure;
        } finally {
            spools.discard();
        }
    }
}

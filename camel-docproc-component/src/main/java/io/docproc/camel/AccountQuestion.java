/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.http.Spools;
import io.docproc.camel.model.Balance;
import io.docproc.camel.observe.BalanceQuestion;
import io.docproc.camel.observe.CallStatistics;
import io.docproc.camel.operation.CallOptions;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.operation.Invocation;
import io.docproc.camel.operation.Operation;
import io.docproc.camel.quota.CallQuota;
import io.docproc.camel.quota.ConcurrencyLimit;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Asks {@code balance}, within the component's quota but beside its places: that all of them are taken says nothing of the
 * account.
 */
final class AccountQuestion implements BalanceQuestion {
    private static final String OPERATION = DocprocOperation.balance.name();

    private final DocprocComponent component;
    private final ServiceClient client;
    private final Operation balance;
    private final Duration longestWait;
    private final ConcurrencyLimit ownPlace = new ConcurrencyLimit(1);

    /** @param timeout how long somebody waits for the answer */
    AccountQuestion(DocprocEndpoint endpoint, ServiceClient client, Duration timeout) {
        this.component = endpoint.getComponent();
        this.client = client;
        this.balance = DocprocOperation.balance.create(endpoint.context(DocprocOperation.balance));
        this.longestWait = timeout.dividedBy(2);
    }

    @Override
    public Optional<Balance> ask() {
        try {
            return component.quota().tryTurn(longestWait) ? Optional.of(call()) : Optional.empty();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Balance call() throws InterruptedException {
        Exchange exchange = new DefaultExchange(component.getCamelContext());
        Spools spools = new Spools(exchange);
        CallQuota quota = component.quota();
        CallOptions options = new CallOptions(OPERATION, exchange.getMessage(), name -> null);
        Invocation invocation =
                new Invocation(OPERATION, exchange, spools, options, client, () -> {}, Map.of(), headers -> {});
        CallStatistics.Call call = component.observation().calls().enter(OPERATION, ownPlace);
        try {
            Balance answer =
                    (Balance) quota.watch(() -> balance.perform(invocation)).body();
            call.succeeded();
            return answer;
        } catch (RuntimeException | Error failure) {
            call.failed(failure);
            throw failure;
        } finally {
            spools.discard();
        }
    }
}

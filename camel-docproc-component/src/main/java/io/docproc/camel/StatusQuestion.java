/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.http.Spools;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.observe.CallStatistics;
import io.docproc.camel.operation.CallOptions;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.operation.Invocation;
import io.docproc.camel.operation.Operation;
import io.docproc.camel.quota.CallQuota;
import io.docproc.camel.webhook.JobQuestion;
import java.util.Map;
import org.apache.camel.Exchange;

/** Asks {@code parseStatus} about a job, within the component's quota and number of calls in flight. */
final class StatusQuestion implements JobQuestion {
    private final DocprocEndpoint endpoint;
    private final ServiceClient client;
    private final Operation status;

    StatusQuestion(DocprocEndpoint endpoint, ServiceClient client) {
        this.endpoint = endpoint;
        this.client = client;
        this.status = DocprocOperation.parseStatus.create(endpoint.context(DocprocOperation.parseStatus));
    }

    @Override
    public ParseJob ask(String jobId) throws InterruptedException {
        Exchange exchange = endpoint.createExchange();
        exchange.getMessage().setBody(jobId);
        String operation = DocprocOperation.parseStatus.name();
        CallOptions options = new CallOptions(operation, exchange.getMessage(), name -> null);
        CallQuota quota = endpoint.getComponent().quota();
        Spools spools = new Spools(exchange);
        Invocation invocation =
                new Invocation(operation, exchange, spools, options, client, quota::awaitTurn, Map.of(), headers -> {});
        CallStatistics.Call call =
                endpoint.getComponent().observation().calls().enter(operation, endpoint.concurrencyLimit());
        try {
            ParseJob job =
                    (ParseJob) quota.watch(() -> status.perform(invocation)).body();
            call.succeeded();
            return job;
        } catch (RuntimeException | Error failure) {
            call.failed(failure);
            throw failure;
        } finally {
            spools.discard();
        }
    }

    @Override
    public void stop() {
        client.stop();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.SendConditions;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.SpoolScope;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.operation.CallOptions;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Invocation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.webhook.JobStatusSource;
import io.docproc.camel.model.ParseJob;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * Requests the status of parse jobs by {@code parseStatus}, within the component's rate limit and permits. Thread-safe.
 */
final class JobStatusClient implements JobStatusSource {
    private final DocprocEndpoint endpoint;
    private final ServiceClient client;
    private final Operation status;

    JobStatusClient(DocprocEndpoint endpoint, ServiceClient client) {
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
        SpoolScope spools = new SpoolScope(exchange);
        Invocation invocation = new Invocation(
                operation, exchange, spools, options, client, SendConditions.NONE, Map.of(), headers -> {});
        CallStatistics.Call call =
                endpoint.getComponent().observation().calls().acquire(operation, endpoint.concurrencyLimit());
        try {
            ParseJob job = (ParseJob) invocation.perform(status).body();
            call.succeeded();
            return job;
        } catch (RuntimeException | Error failure) {
            call.failed(failure);
            throw failure;
        } finally {
            spools.discard();
        }
    }

    /**
     * Returns half of the permits, so that producers keep the other half. With a rate limit fewer suffice: a poll takes
     * less than a second, and polls that wait for the rate limit hold permits.
     */
    @Override
    public int maxConcurrentRequests() {
        int half = endpoint.getConfiguration().getMaxConcurrentRequests() / 2;
        double rate = endpoint.account().rateLimit().requestsPerSecond();
        int needed = rate == 0 ? half : (int) Math.ceil(Math.min(rate, half));
        return Math.max(1, needed);
    }

    @Override
    public void stop() {
        client.stop();
    }
}

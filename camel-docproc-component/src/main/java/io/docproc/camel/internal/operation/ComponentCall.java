/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.CallDispatcher;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.webhook.JobPoller;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.ratelimit.RateLimiter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Calls that the component makes for itself, outside of a route: without options, on the calling thread, with a permit
 * and recorded like the calls of a producer. Thread-safe.
 */
public final class ComponentCall implements JobPoller.JobStatus {
    private final DocprocOperation called;
    private final Operation operation;
    private final CamelContext camelContext;
    private final ServiceClient client;
    private final CallStatistics statistics;
    private final Supplier<CallDispatcher> permits;

    /**
     * Creates the calls of an operation.
     *
     * @param operation the operation
     * @param context the context in which the operation is created
     * @param client makes the calls
     * @param statistics records the calls
     * @param permits supplies the permits of calls in flight
     */
    public ComponentCall(
            DocprocOperation operation,
            Operation.Settings context,
            ServiceClient client,
            CallStatistics statistics,
            Supplier<CallDispatcher> permits) {
        this.called = operation;
        this.operation = OperationFactory.create(operation, context);
        this.camelContext = context.camelContext();
        this.client = client;
        this.statistics = statistics;
        this.permits = permits;
    }

    /** Requests the status of a job, if the operation is {@code parseStatus}. */
    @Override
    public ParseJob request(String jobId) throws InterruptedException {
        return (ParseJob) execute(jobId, Map.of());
    }

    @Override
    public double requestsPerSecond() {
        return client.requestsPerSecond();
    }

    @Override
    public void abort() {
        client.stop();
    }

    /**
     * Waits for a permit and makes a call. A call that was not sent is not counted, because nothing failed.
     *
     * @param body the message body of the call; null for none
     * @param headers the message headers of the call
     * @return the message body of the result
     * @throws io.docproc.camel.error.DocprocException if the call fails
     * @throws InterruptedException if the thread is interrupted while it waits for a permit
     */
    public Object execute(Object body, Map<String, Object> headers) throws InterruptedException {
        Exchange exchange = new DefaultExchange(camelContext);
        exchange.getMessage().setBody(body);
        headers.forEach(exchange.getMessage()::setHeader);
        OptionValues options = new OptionValues(called, exchange.getMessage(), option -> null);
        Invocation invocation = new Invocation(options, exchange, client, CallSettings.PLAIN, Optional.empty());
        CallDispatcher permit = permits.get();
        CallStatistics.Sample call = statistics.enqueue(called.name());
        try {
            if (!permit.acquire(RateLimiter.UNLIMITED)) {
                throw DocprocTransportException.notSent(
                        ServiceFailure.local(called.name(), 0, "the application stops, and no permit was available"),
                        null);
            }
        } catch (RuntimeException | InterruptedException e) {
            call.omitted();
            throw e;
        }
        call.started();
        try {
            Object result = invocation.perform(operation).body();
            call.succeeded();
            return result;
        } catch (RuntimeException | Error failure) {
            if (failure instanceof DocprocTransportException transport && transport.isUnsent()) {
                call.omitted();
            } else {
                call.failed(failure);
            }
            throw failure;
        } finally {
            permit.release();
        }
    }
}

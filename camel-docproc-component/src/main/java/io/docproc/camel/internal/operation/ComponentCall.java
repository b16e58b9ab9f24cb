/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.model.ParseJob;
import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Status requests that the component makes for itself, outside of a route: without options, on the calling thread, and
 * recorded like the calls of a producer. Thread-safe.
 */
public final class ComponentCall implements CompletionsConsumer.JobStatus {
    private static final DocprocOperation CALLED = DocprocOperation.parseStatus;

    private final Operation operation;
    private final CamelContext camelContext;
    private final ServiceClient client;
    private final Function<String, Call> calls;

    /**
     * Creates the requests.
     *
     * @param context the context in which the operation is created
     * @param client makes the calls
     * @param calls begins a call of the client, with an exchange id
     */
    public ComponentCall(Operation.Settings context, ServiceClient client, Function<String, Call> calls) {
        this.operation = CALLED.create(context);
        this.camelContext = context.camelContext();
        this.client = client;
        this.calls = calls;
    }

    @Override
    public void abort() {
        client.stop();
    }

    /**
     * Requests the status of a job. A call that was not sent is not counted, because nothing failed.
     *
     * @throws io.docproc.camel.error.DocprocException if the call fails
     */
    @Override
    public ParseJob request(String jobId, Runnable sent) {
        Exchange exchange = new DefaultExchange(camelContext);
        exchange.getMessage().setBody(jobId);
        OptionValues options = new OptionValues(CALLED, exchange.getMessage(), new CallOptions());
        try (Call call = calls.apply(exchange.getExchangeId())) {
            call.requireBeforeSending(sent);
            try {
                ParseJob result = (ParseJob) new Invocation(options, exchange, call, Optional.empty())
                        .perform(operation)
                        .body();
                call.succeeded(false);
                return result;
            } catch (RuntimeException | Error failure) {
                if (!(failure instanceof DocprocTransportException transport && transport.isUnsent())) {
                    call.failed(failure);
                }
                throw failure;
            }
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.model.ParseJob;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Calls that the component makes for itself, outside of a route: without options, on the calling thread, and recorded like
 * the calls of a producer. Thread-safe.
 */
public final class ComponentCall implements CompletionsConsumer.JobStatus {
    private final DocprocOperation called;
    private final Operation operation;
    private final CamelContext camelContext;
    private final ServiceClient client;
    private final Call.Recorder recorder;
    private final Semaphore permits;
    private final Function<String, AccountGate.Passage> gate;

    /**
     * Creates the calls of an operation.
     *
     * @param operation the operation
     * @param context the context in which the operation is created
     * @param client makes the calls
     * @param recorder records the calls
     * @param permits the permits of the calls
     * @param gate begins the way of a call through the gate, with an exchange id
     */
    public ComponentCall(
            DocprocOperation operation,
            Operation.Settings context,
            ServiceClient client,
            Call.Recorder recorder,
            Semaphore permits,
            Function<String, AccountGate.Passage> gate) {
        this.called = operation;
        this.operation = OperationFactory.create(operation, context);
        this.camelContext = context.camelContext();
        this.client = client;
        this.recorder = recorder;
        this.permits = permits;
        this.gate = gate;
    }

    /** Requests the status of a job, if the operation is {@code parseStatus}. */
    @Override
    public ParseJob request(String jobId) {
        return (ParseJob) execute(jobId, Map.of());
    }

    @Override
    public void abort() {
        client.stop();
    }

    /**
     * Makes a call. A call that was not sent is not counted, because nothing failed.
     *
     * @param body the message body of the call; null for none
     * @param headers the message headers of the call
     * @return the message body of the result
     * @throws io.docproc.camel.error.DocprocException if the call fails
     */
    public Object execute(Object body, Map<String, Object> headers) {
        Exchange exchange = new DefaultExchange(camelContext);
        exchange.getMessage().setBody(body);
        headers.forEach(exchange.getMessage()::setHeader);
        OptionValues options = new OptionValues(called, exchange.getMessage(), option -> null);
        try (Call call = new Call(
                called.name(),
                client,
                name -> gate.apply(exchange.getExchangeId()),
                permits,
                recorder,
                () -> () -> {})) {
            try {
                Object result = new Invocation(options, exchange, call, Optional.empty(), false)
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

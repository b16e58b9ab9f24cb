/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.SpoolException;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.Invocation;
import io.docproc.camel.internal.operation.Operation;
import io.docproc.camel.internal.operation.OptionValues;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultProducer;

/** Makes the calls of an endpoint, each on the thread of its exchange. Thread-safe. */
public final class DocprocProducer extends DefaultProducer {
    private static final long MIB = 1024 * 1024;
    /**
     * Operations with responses of any length, and the bytes that each call in flight reserves in the spool directory:
     * enough for the image of a photo of 50 megapixels, and for the elements and page images of a document of about a
     * hundred pages. Most responses are much smaller. A larger one is lost only if the disk is full as well.
     */
    private static final Map<DocprocOperation, Long> SPOOLED = Map.of(
            DocprocOperation.crop, 16 * MIB,
            DocprocOperation.extract, 16 * MIB,
            DocprocOperation.parse, 64 * MIB,
            DocprocOperation.parseSync, 64 * MIB,
            DocprocOperation.call, 64 * MIB);

    private final DocprocEndpoint endpoint;
    private final DocprocOperation operation;
    private final ServiceClient client;

    DocprocProducer(DocprocEndpoint endpoint, DocprocOperation operation, ServiceClient client) {
        super(endpoint);
        this.endpoint = endpoint;
        this.operation = operation;
        this.client = client;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        client.start();
        if (SPOOLED.containsKey(operation)) {
            SpoolingOutputStream.prepare(getEndpoint().getCamelContext());
        }
        endpoint.getComponent().warnOfUnsetRateLimit(endpoint.getConfiguration().getBaseUrl());
    }

    @Override
    public void process(Exchange exchange) {
        OptionValues options = new OptionValues(operation, exchange.getMessage(), endpoint.options());
        Object jobId = ResultHeader.JOB_ID.get(exchange.getMessage());
        Object correlationId = ResultHeader.CORRELATION_ID.get(exchange.getMessage());
        ResultHeader.clear(exchange.getMessage());
        try (Call call = endpoint.call(client, exchange, options, () -> reserveSpool(options))) {
            Invocation invocation = null;
            try {
                options.requireValid();
                options.reportUnknownHeaders(
                        endpoint.getComponent().unknownHeaders,
                        endpoint.getComponent().isFailOnUnknownName());
                invocation = new Invocation(options, exchange, call, endpoint.entry(exchange, options));
                Operation.Result result = invocation.perform(endpoint.operation());
                write(result, exchange.getMessage());
                call.succeeded(invocation.isReused());
                endpoint.getComponent().observation.countPages(operation, exchange);
            } catch (RuntimeException e) {
                failed(call, invocation, e);
                throw e;
            } catch (Error e) {
                failed(call, invocation, e);
                // If it were thrown, Camel would continue the route as after a successful call.
                exchange.setException(e);
            }
        } finally {
            if (operation == DocprocOperation.parseStatus || operation == DocprocOperation.parseResult) {
                keepIdentity(exchange.getMessage(), jobId, correlationId);
            }
        }
    }

    private static void write(Operation.Result result, Message message) {
        message.setBody(result.body());
        if (result.contentType().isEmpty()) {
            message.removeHeader(Exchange.CONTENT_TYPE);
        } else {
            message.setHeader(Exchange.CONTENT_TYPE, result.contentType());
        }
        result.headers().forEach((header, value) -> header.set(message, value));
    }

    /** Records a failure. The job of a parse is billed, also if the wait for it fails. */
    private static void failed(Call call, Invocation invocation, Throwable failure) {
        if (invocation != null && invocation.hasJob()) {
            call.succeeded(invocation.isReused());
        } else {
            call.failed(failure);
        }
    }

    /** Sets the job and the correlation id that the message had before the call, unless the call was about another job. */
    private static void keepIdentity(Message message, Object jobId, Object correlationId) {
        Object requested = ResultHeader.JOB_ID.get(message);
        if (jobId != null && (requested == null || requested.equals(jobId))) {
            ResultHeader.JOB_ID.set(message, Optional.of(jobId));
            ResultHeader.CORRELATION_ID.set(message, Optional.ofNullable(correlationId));
        }
    }

    /** Reserves room for the response, and for what is recorded of it for the result repository. */
    private SpoolingOutputStream.Reservation reserveSpool(OptionValues options) {
        boolean isRecorded = options.storesResult() && endpoint.getComponent().getResultRepository() != null;
        try {
            return SPOOLED.containsKey(operation)
                    ? SpoolingOutputStream.reserve(
                            getEndpoint().getCamelContext(), (isRecorded ? 2 : 1) * SPOOLED.get(operation))
                    : () -> {};
        } catch (SpoolException e) {
            throw DocprocTransportException.notSent(
                    ServiceFailure.local(operation.name(), 0, "nothing was sent, because " + e.getMessage()), e);
        }
    }
}

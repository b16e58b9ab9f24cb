/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.operation.DocprocOperation;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.telemetry.Span;
import org.apache.camel.telemetry.decorators.AbstractSpanDecorator;

/** Adds operation, job id, request id, code and whether the call was billed to the spans of calls and completions. */
public final class DocprocSpanDecorator extends AbstractSpanDecorator {
    private static final String CALL = "CamelDocprocSpan";
    private static final String CODE = "docproc.code";
    private static final String REQUEST_ID = "docproc.request_id";
    private static final Map<ResultHeader, String> TAGS = Map.of(
            ResultHeader.JOB_ID,
            "docproc.job_id",
            ResultHeader.REQUEST_ID,
            REQUEST_ID,
            ResultHeader.CODE,
            CODE,
            ResultHeader.BILLED,
            "docproc.billed");

    @Override
    public String getComponent() {
        return "docproc";
    }

    @Override
    public String getComponentClassName() {
        return "io.docproc.camel.DocprocComponent";
    }

    @Override
    public String getOperationName(Exchange exchange, Endpoint endpoint) {
        return "docproc:" + stripSchemeAndOptions(endpoint);
    }

    @Override
    public void beforeTracingEvent(Span span, Exchange exchange, Endpoint endpoint) {
        super.beforeTracingEvent(span, exchange, endpoint);
        String operation = stripSchemeAndOptions(endpoint);
        span.setTag("docproc.operation", operation);
        if (DocprocOperation.named(operation).isForConsumers()) {
            tag(span, exchange.getMessage());
        } else {
            // Until the call ends, the message has the headers of an earlier one.
            exchange.setProperty(CALL, span);
        }
    }

    @Override
    public void afterTracingEvent(Span span, Exchange exchange) {
        super.afterTracingEvent(span, exchange);
        if (exchange.getProperty(CALL) != span) {
            return;
        }
        exchange.removeProperty(CALL);
        tag(span, exchange.getMessage());
        DocprocException failure = exchange.getException(DocprocException.class);
        if (failure != null && failure.getCode() != 0) {
            span.setTag(CODE, String.valueOf(failure.getCode()));
        }
        if (failure != null && !failure.getRequestId().isEmpty()) {
            span.setTag(REQUEST_ID, failure.getRequestId());
        }
    }

    private static void tag(Span span, Message message) {
        TAGS.forEach((header, tag) -> {
            Object value = message.getHeader(header.headerName());
            if (value != null) {
                span.setTag(tag, value.toString());
            }
        });
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.spi.CircuitBreakerConstants;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the message by the {@link ErrorResponse} for the exception that the route handles: JSON as the body, and the
 * suggested status as the header {@code CamelHttpResponseCode}. For the error handler of a REST route:
 *
 * <pre>{@code
 * onException(DocprocException.class).handled(true).process(new ErrorResponseProcessor());
 * }</pre>
 *
 * <p>In YAML and XML, the reference is {@code #class:io.docproc.camel.error.ErrorResponseProcessor}. Camel logs no exception
 * that a route handles, and the response hides it, so the processor logs it: a {@link DocprocException} and a call that an
 * open circuit breaker has rejected in one line, any other exception with its stack trace. Thread-safe.
 */
public final class ErrorResponseProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorResponseProcessor.class);

    @Override
    public void process(Exchange exchange) {
        Throwable handled = exchange.getException();
        if (handled == null) {
            handled = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        }
        DocprocException failure = ObjectHelper.getException(DocprocException.class, handled);
        boolean isRejected = failure == null && isRejectedByCircuitBreaker(exchange, handled);
        ErrorResponse response =
                isRejected ? ErrorResponse.unsent() : ErrorResponse.of(failure == null ? handled : failure);
        log(exchange, response, isRejected ? "a circuit breaker has rejected the call" : message(failure), handled);
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, response.httpStatus());
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        message.setBody(response.toJson());
    }

    /** Without a fallback, the circuit breaker throws an exception; in a fallback, there is none if the circuit is open. */
    private static boolean isRejectedByCircuitBreaker(Exchange exchange, Throwable handled) {
        return exchange.getProperty(
                handled == null
                        ? CircuitBreakerConstants.RESPONSE_SHORT_CIRCUITED
                        : CircuitBreakerConstants.RESPONSE_REJECTED,
                false,
                Boolean.class);
    }

    private static String message(DocprocException failure) {
        return failure == null ? "" : failure.getMessage();
    }

    /** @param reason the reason in one line; empty if the exception is logged with its stack trace */
    private static void log(Exchange exchange, ErrorResponse response, String reason, Throwable handled) {
        String what = "Exchange " + exchange.getExchangeId() + " of route " + exchange.getFromRouteId()
                + " failed, and its client gets status " + response.httpStatus();
        if (!reason.isEmpty()) {
            LOG.warn("{}: {}", what, reason);
        } else {
            LOG.error("{}: {}", what, unwrapped(handled), handled);
        }
    }

    /** Camel wraps an {@code Error} in an exception whose message does not contain it. */
    private static Throwable unwrapped(Throwable handled) {
        return handled instanceof CamelExecutionException && handled.getCause() != null ? handled.getCause() : handled;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.util.ObjectHelper;

/**
 * Replaces the message by the {@link ErrorResponse} for the exception that the route handles: JSON as the body, and the
 * suggested status as the header {@code CamelHttpResponseCode}. For the error handler of a REST route:
 *
 * <pre>{@code
 * onException(DocprocException.class).handled(true).process(new ErrorResponseProcessor());
 * }</pre>
 *
 * <p>In YAML and XML, the reference is {@code #class:io.docproc.camel.error.ErrorResponseProcessor}. Thread-safe.
 */
public final class ErrorResponseProcessor implements Processor {
    @Override
    public void process(Exchange exchange) {
        Throwable handled = exchange.getException();
        if (handled == null) {
            handled = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        }
        DocprocException failure = ObjectHelper.getException(DocprocException.class, handled);
        ErrorResponse response = ErrorResponse.of(failure == null ? handled : failure);
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, response.httpStatus());
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        message.setBody(response.toJson());
    }
}

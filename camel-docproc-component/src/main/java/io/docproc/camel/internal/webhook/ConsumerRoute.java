/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/**
 * Route of a consumer, and the exchanges that it processes.
 *
 * @param newExchange creates an exchange, which keeps the state that the route leaves until it is released
 * @param release releases an exchange after its outcome has been read; the exchange must not be used afterwards
 * @param processor processes the exchanges
 * @param exceptionHandler supplies the handler of failures outside of the route
 */
public record ConsumerRoute(
        Supplier<Exchange> newExchange,
        Consumer<Exchange> release,
        AsyncProcessor processor,
        Supplier<ExceptionHandler> exceptionHandler) {

    /**
     * Returns a route whose exchanges are not pooled.
     *
     * @param newExchange creates an exchange
     * @param processor processes the exchanges
     * @param exceptionHandler handles failures outside of the route
     */
    public static ConsumerRoute unpooled(
            Supplier<Exchange> newExchange, AsyncProcessor processor, ExceptionHandler exceptionHandler) {
        return new ConsumerRoute(newExchange, exchange -> {}, processor, () -> exceptionHandler);
    }
}

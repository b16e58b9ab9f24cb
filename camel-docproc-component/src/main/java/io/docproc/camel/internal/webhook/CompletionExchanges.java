/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.function.Supplier;
import org.apache.camel.Exchange;

/** Creates the exchanges of completions, and returns them to the pool if Camel pools exchanges. */
public interface CompletionExchanges {
    /** Returns a new exchange. It keeps the state that the route leaves until {@link #release} is called. */
    Exchange create();

    /** Releases an exchange after its outcome has been read. The exchange must not be used afterwards. */
    void release(Exchange exchange);

    /** Returns an instance that creates exchanges without a pool. */
    static CompletionExchanges unpooled(Supplier<Exchange> factory) {
        return new CompletionExchanges() {
            @Override
            public Exchange create() {
                return factory.get();
            }

            @Override
            public void release(Exchange exchange) {
                // Without a pool there is nothing to release.
            }
        };
    }
}

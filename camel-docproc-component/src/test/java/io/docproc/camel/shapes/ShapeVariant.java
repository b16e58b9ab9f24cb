/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.TransactedPolicy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Configurations of the context. */
enum ShapeVariant {
    DEFAULT,
    WITHOUT_STREAM_CACHING {
        @Override
        void configure(CamelContext context) {
            context.setStreamCaching(false);
        }
    },
    SPOOLING {
        @Override
        void configure(CamelContext context) {
            context.getStreamCachingStrategy().setSpoolEnabled(true);
            context.getStreamCachingStrategy().setSpoolThreshold(1_000);
        }
    },
    ENCRYPTED_SPOOLING {
        @Override
        void configure(CamelContext context) {
            SPOOLING.configure(context);
            context.getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        }
    },
    POOLED_EXCHANGES {
        @Override
        void configure(CamelContext context) {
            ExtendedCamelContext extension = context.getCamelContextExtension();
            extension.setExchangeFactory(new PooledExchangeFactory());
            extension.setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
        }
    },
    TRANSACTED {
        @Override
        void configure(CamelContext context) {
            context.getRegistry().bind("transaction", TransactedPolicy.class, new MarkTransacted());
        }

        @Override
        ProcessorDefinition<?> begin(RouteDefinition route) {
            return route.transacted("transaction");
        }
    };

    void configure(CamelContext context) {
        // Camel's defaults.
    }

    /** Begins a route. */
    ProcessorDefinition<?> begin(RouteDefinition route) {
        return route;
    }

    /** Marks exchanges as transacted while they are in a route, as a transaction manager does. */
    private static final class MarkTransacted implements TransactedPolicy {
        @Override
        public void beforeWrap(Route route, NamedNode definition) {
            // Nothing to prepare.
        }

        @Override
        public Processor wrap(Route route, Processor processor) {
            return new DelegateAsyncProcessor(processor) {
                @Override
                public boolean process(Exchange exchange, AsyncCallback callback) {
                    Object key = new Object();
                    exchange.getUnitOfWork().beginTransactedBy(key);
                    return super.process(exchange, doneSync -> {
                        if (exchange.getUnitOfWork() != null) {
                            exchange.getUnitOfWork().endTransactedBy(key);
                        }
                        callback.done(doneSync);
                    });
                }
            };
        }
    }
}

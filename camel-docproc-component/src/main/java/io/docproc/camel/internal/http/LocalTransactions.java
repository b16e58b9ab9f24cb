/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.support.DefaultEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a warning about routes whose consumer uses a local transaction, such as {@code jms} with
 * {@code transacted=true}. Such a transaction is bound to the thread of the consumer, but the exchange is not marked as
 * transacted. Thread-safe.
 */
public final class LocalTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(LocalTransactions.class);
    private static final String TRANSACTED = "transacted";

    private final Set<String> checkedRoutes = ConcurrentHashMap.newKeySet();

    /**
     * Logs a warning, once per route, if the exchange comes from a consumer with a local transaction. Call it before
     * the exchange leaves the thread of the consumer.
     */
    public void check(Exchange exchange, Endpoint endpoint) {
        String route = exchange.getFromRouteId();
        if (route != null && checkedRoutes.add(route) && isTransacted(exchange)) {
            LOG.warn(
                    "Route {} starts with a local transaction ({}), which is bound to the consumer's thread, but {}"
                            + " continues the route on another thread: the steps after the call are not rolled back."
                            + " Set synchronous=true on the docproc endpoint or component, or use transacted() with"
                            + " a transaction manager",
                    route,
                    exchange.getFromEndpoint(),
                    endpoint);
        }
    }

    private static boolean isTransacted(Exchange exchange) {
        if (!(exchange.getFromEndpoint() instanceof DefaultEndpoint consumer) || consumer.getComponent() == null) {
            return false;
        }
        PropertyConfigurer options = consumer.getComponent().getEndpointPropertyConfigurer();
        return options instanceof PropertyConfigurerGetter getter
                && getter.getOptionType(TRANSACTED, true) != null
                && Boolean.TRUE.equals(getter.getOptionValue(consumer, TRANSACTED, true));
    }
}

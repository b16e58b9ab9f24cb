/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Calls that no route makes, but a producer template. Camel waits for routes when it stops, and interrupts such callers:
 * before that, they get the shutdown's time, too.
 */
final class DirectCalls extends LifecycleStrategySupport {
    private final UnderWay calls = new UnderWay();

    /** Whether an exchange is of no route. */
    static boolean isDirect(Exchange exchange) {
        return exchange.getFromRouteId() == null;
    }

    /** Notes a call; false when no further ones are taken. */
    boolean enter() {
        return calls.enter();
    }

    /** A callback that ends a call when its caller knows. */
    AsyncCallback ending(AsyncCallback callback) {
        return calls.ending(callback);
    }

    /** Takes calls again. */
    void open() {
        calls.open();
    }

    /** Takes no further calls, and waits for those that are under way, for as long as Camel would wait for routes. */
    @Override
    public void onContextStopping(CamelContext context) {
        calls.close();
        calls.awaitEnd(context);
    }
}

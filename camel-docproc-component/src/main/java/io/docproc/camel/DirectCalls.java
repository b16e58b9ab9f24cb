/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Calls that no route makes, but a producer template. Camel waits for routes when it stops, and interrupts such callers:
 * before that, they get the shutdown's time, too.
 */
final class DirectCalls extends LifecycleStrategySupport {
    private int underWay;
    private boolean closed;

    /** Whether an exchange is of no route. */
    static boolean isDirect(Exchange exchange) {
        return exchange.getFromRouteId() == null;
    }

    /** Notes a call; false when no further ones are taken. */
    synchronized boolean enter() {
        if (!closed) {
            underWay++;
        }
        return !closed;
    }

    /** A callback that ends a call when its caller knows. */
    AsyncCallback ending(AsyncCallback callback) {
        return doneSync -> {
            try {
                callback.done(doneSync);
            } finally {
                leave();
            }
        };
    }

    private synchronized void leave() {
        underWay--;
        notifyAll();
    }

    /** Takes calls again. */
    synchronized void open() {
        closed = false;
    }

    /** Takes no further calls, and waits for those that are under way, for as long as Camel would wait for routes. */
    @Override
    public synchronized void onContextStopping(CamelContext context) {
        closed = true;
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        long until = System.nanoTime() + shutdown.getTimeUnit().toNanos(shutdown.getTimeout());
        try {
            long left = until - System.nanoTime();
            while (underWay > 0 && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = until - System.nanoTime();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}

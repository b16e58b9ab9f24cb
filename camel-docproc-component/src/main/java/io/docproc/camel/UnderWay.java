/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ShutdownStrategy;

/** Counts what has begun and not ended, so that a stop can wait for it. */
final class UnderWay {
    private int count;
    private boolean closed;

    /** Notes a beginning; false when nothing may begin any more. */
    synchronized boolean enter() {
        if (!closed) {
            count++;
        }
        return !closed;
    }

    /** A callback that notes the end when its caller knows. */
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
        count--;
        notifyAll();
    }

    /** Lets things begin again. */
    synchronized void open() {
        closed = false;
    }

    /** Lets nothing begin any more. */
    synchronized void close() {
        closed = true;
    }

    /** How much is under way. */
    synchronized int count() {
        return count;
    }

    /**
     * Waits for what is under way, for as long as Camel would wait for routes; no longer when it is interrupted, which
     * stays noted.
     */
    synchronized void awaitEnd(CamelContext context) {
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        long until = System.nanoTime() + shutdown.getTimeUnit().toNanos(shutdown.getTimeout());
        try {
            long left = until - System.nanoTime();
            while (count > 0 && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = until - System.nanoTime();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}

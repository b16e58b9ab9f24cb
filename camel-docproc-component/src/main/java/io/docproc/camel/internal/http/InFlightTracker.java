/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ShutdownStrategy;

/** Counts in-flight calls so that shutdown can drain them. Thread-safe. */
public final class InFlightTracker {
    private int count;
    private boolean closed;

    /** Counts a new call. Returns false if the tracker is closed; the call must then not start. */
    public synchronized boolean begin() {
        if (!closed) {
            count++;
        }
        return !closed;
    }

    /** Returns a callback that calls {@code callback} and then counts the call as completed. */
    public AsyncCallback completing(AsyncCallback callback) {
        return doneSync -> {
            try {
                callback.done(doneSync);
            } finally {
                complete();
            }
        };
    }

    private synchronized void complete() {
        count--;
        notifyAll();
    }

    /** Accepts calls again. */
    public synchronized void open() {
        closed = false;
    }

    /** Rejects new calls. Calls in flight continue. */
    public synchronized void close() {
        closed = true;
    }

    /** Returns the number of calls in flight. */
    public synchronized int count() {
        return count;
    }

    /**
     * Waits until no call is in flight, at most for Camel's shutdown timeout. An interrupt ends the wait; the interrupt
     * status of the thread is restored.
     */
    public synchronized void awaitCompletion(CamelContext context) {
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        long deadline = System.nanoTime() + shutdown.getTimeUnit().toNanos(shutdown.getTimeout());
        try {
            long remaining = deadline - System.nanoTime();
            while (count > 0 && remaining > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, remaining);
                remaining = deadline - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

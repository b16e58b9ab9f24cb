/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers a call only when it is told to, and counts the calls that are waiting for it. */
final class HeldServer implements AutoCloseable {
    private final Semaphore gate = new Semaphore(0);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final RawServer server;

    HeldServer(String answer) {
        server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                pass();
                inFlight.decrementAndGet();
                connection.answer(200, "application/json", answer);
            }
        });
    }

    private void pass() throws IOException {
        try {
            gate.acquire();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    String url() {
        return server.url();
    }

    /** Lets that many calls be answered. */
    void release(int calls) {
        gate.release(calls);
    }

    /** The calls that have arrived and are not answered. */
    int inFlight() {
        return inFlight.get();
    }

    /** The requests that have arrived. */
    int requests() {
        return server.requests().size();
    }

    /** The most calls that were in flight at once. */
    int most() {
        return most.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

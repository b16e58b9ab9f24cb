/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Server that holds its responses until a test releases them, and counts the requests in flight. */
public final class HeldServer implements AutoCloseable {
    private final Semaphore gate = new Semaphore(0);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger maxInFlight = new AtomicInteger();
    private final RawServer server;

    public HeldServer(String response) {
        server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                awaitRelease();
                inFlight.decrementAndGet();
                connection.respond(200, "application/json", response);
            }
        });
    }

    private void awaitRelease() throws IOException {
        try {
            gate.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    public String url() {
        return server.url();
    }

    /** Releases the responses to a number of requests. */
    public void release(int calls) {
        gate.release(calls);
    }

    /** Returns the number of requests without response. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Returns the number of requests received. */
    public int requests() {
        return server.requests().size();
    }

    /** Returns the maximum number of requests that were in flight at once. */
    public int maxInFlight() {
        return maxInFlight.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

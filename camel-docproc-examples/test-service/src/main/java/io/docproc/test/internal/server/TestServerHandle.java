/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.util.Optional;

/** A server that starts when it is first used. Thread-safe. */
public final class TestServerHandle implements AutoCloseable {
    private final ServiceSettings settings;
    private Optional<TestServer> server = Optional.empty();
    private boolean closed;

    /** Creates a handle without starting the server. */
    public TestServerHandle(ServiceSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the started server.
     *
     * @throws IllegalStateException if it is closed, or cannot be started
     */
    public synchronized TestServer get() {
        if (closed) {
            throw new IllegalStateException("The test service is closed; start another one.");
        }
        if (server.isEmpty()) {
            server = Optional.of(TestServer.start(settings));
        }
        return server.get();
    }

    /** Permits a use after {@link #close()}. */
    public synchronized void reopen() {
        closed = false;
    }

    /** Stops the server. */
    @Override
    public synchronized void close() {
        closed = true;
        server.ifPresent(TestServer::close);
        server = Optional.empty();
    }
}

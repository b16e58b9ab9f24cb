/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.util.Optional;

/** A server that starts when it is first used. Thread-safe. */
public final class TestServerHandle implements AutoCloseable {
    private final ServiceSettings settings;
    private Optional<TestServer> server = Optional.empty();
    private int lastPort;
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
            server = Optional.of(start());
        }
        return server.get();
    }

    /** Starts the server at the address that it had before: a cached Spring context may have it in its properties. */
    private TestServer start() {
        if (lastPort != 0) {
            try {
                return TestServer.start(settings.withPort(lastPort));
            } catch (IllegalStateException e) {
                System.getLogger(TestServerHandle.class.getName())
                        .log(System.Logger.Level.INFO, "The test service gets another port", e);
            }
        }
        return TestServer.start(settings);
    }

    /** Permits a use after {@link #close()}, at the same address unless its port is in use. */
    public synchronized void reopen() {
        closed = false;
    }

    /** Stops the server. */
    @Override
    public synchronized void close() {
        closed = true;
        server.ifPresent(last -> {
            lastPort = last.port();
            last.close();
        });
        server = Optional.empty();
    }
}

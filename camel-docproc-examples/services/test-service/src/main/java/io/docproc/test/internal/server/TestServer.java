/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** HTTP server of the service. Thread-safe. */
public final class TestServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TestServer.class.getName());
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";
    private static final int BACKLOG = 1000;
    private static final int TERMINATION_SECONDS = 5;

    static {
        // Read once by the JDK. Without it, responses of JDK 17 wait 40 ms for an acknowledgement of their headers.
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
    }

    private final ServerState state;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool(ServiceState::daemon);
    private final AtomicInteger callsInFlight = new AtomicInteger();

    private TestServer(ServiceSettings settings, ServerState state, HttpServer http) {
        this.state = state;
        this.http = http;
        Lazy<HttpHandler> router = new Lazy<>(() -> new Router(settings, state));
        http.createContext("/", exchange -> handle(exchange, router));
        http.setExecutor(threads);
    }

    /**
     * Starts a server. The first request creates its handlers, and the first document the folder for uploads.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     * @throws IllegalStateException if the port is in use
     */
    public static TestServer start(ServiceSettings settings) {
        ServiceSettings.Network network = settings.network();
        ServerState state = new ServerState(settings);
        try {
            InetSocketAddress address = new InetSocketAddress(network.host(), network.port());
            TestServer server = new TestServer(settings, state, HttpServer.create(address, BACKLOG));
            server.startDispatcher();
            return server;
        } catch (IOException | UnresolvedAddressException e) {
            state.close();
            throw new IllegalStateException(
                    "The test service cannot listen on " + network.host() + ":" + network.port()
                            + "; use another port, or 0 for a free one.",
                    e);
        }
    }

    /** Starts the server's own thread as a daemon, which a service that is not closed needs: it inherits the property. */
    private void startDispatcher() throws IOException {
        Thread starter = ServiceState.daemon(http::start);
        starter.start();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            http.stop(0);
            throw new InterruptedIOException("The start was interrupted");
        }
    }

    private void handle(HttpExchange exchange, Lazy<HttpHandler> router) throws IOException {
        callsInFlight.incrementAndGet();
        try {
            router.get().handle(exchange);
        } catch (RuntimeException | Error e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The request " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + " failed",
                    e);
            throw new IOException("The connection of a failed request is closed", e);
        } finally {
            callsInFlight.decrementAndGet();
        }
    }

    /** Returns the base URL without a slash at the end; of a server that listens on all addresses, the local one. */
    public String baseUrl() {
        InetSocketAddress address = http.getAddress();
        String host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Returns the port. */
    int port() {
        return http.getAddress().getPort();
    }

    /** Returns whether no call and no job is in flight. */
    public boolean isIdle() {
        return callsInFlight.get() == 0 && state().jobs().areAllTerminal();
    }

    /** Returns the current state. */
    public ServiceState state() {
        return state.get();
    }

    /** Replaces the state by a new one. Calls in flight complete with the old one. */
    public void reset() {
        state.reset();
    }

    /** Stops the server, closes its connections, interrupts calls in flight and deletes the files. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(TERMINATION_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "A call continues after the service was closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        state.close();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.Undertow.ListenerInfo;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.HttpContinueReadHandler;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import org.xnio.Options;

/** HTTP server of the service. Thread-safe. */
public final class TestServer implements AutoCloseable {
    private static final long MAX_REQUEST_BYTES = 1024L * 1024 * 1024;
    private static final int IO_THREADS = 2;
    private static final int WORKER_THREADS = 64;

    private final ServerState state;
    private final Undertow undertow;

    private TestServer(ServerState state, Undertow undertow) {
        this.state = state;
        this.undertow = undertow;
    }

    /**
     * Starts a server. The first request creates its handlers, and the first document the folder for uploads.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     * @throws IllegalStateException if the port is in use
     */
    public static TestServer start(ServiceSettings settings) {
        initializeManagement();
        ServerLogs.reduce();
        ServiceSettings.Network network = settings.network();
        ServerState state = new ServerState(settings);
        Lazy<HttpHandler> routing = new Lazy<>(() -> routing(settings, state));
        Undertow undertow = Undertow.builder()
                .addHttpListener(network.port(), network.host())
                .setIoThreads(IO_THREADS)
                .setWorkerThreads(WORKER_THREADS)
                .setWorkerOption(Options.THREAD_DAEMON, true)
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, MAX_REQUEST_BYTES)
                .setServerOption(UndertowOptions.ENABLE_STATISTICS, true)
                .setHandler(exchange -> routing.get().handleRequest(exchange))
                .build();
        TestServer server = new TestServer(state, undertow);
        try {
            undertow.start();
        } catch (RuntimeException e) {
            server.close();
            throw new IllegalStateException(
                    "The test service cannot listen on " + network.host() + ":" + network.port()
                            + "; use another port, or 0 for a free one.",
                    e);
        }
        return server;
    }

    /**
     * Creates the platform's MBean server, where XNIO registers its worker, concurrently with the rest of the server.
     * It is the slowest part of the start in a new JVM.
     */
    private static void initializeManagement() {
        Thread thread = new Thread(ManagementFactory::getPlatformMBeanServer, "docproc-test-service-management");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the base URL without a slash at the end. */
    public String baseUrl() {
        InetSocketAddress address = (InetSocketAddress) listener().getAddress();
        String host = address.getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Returns whether no client is connected and no job is in flight. */
    public boolean isIdle() {
        return listener().getConnectorStatistics().getActiveConnections() == 0
                && state().jobs().areAllTerminal();
    }

    /** Returns the current state. */
    public ServiceState state() {
        return state.get();
    }

    /** Replaces the state by a new one. Calls in flight complete with the old one. */
    public void reset() {
        state.reset();
    }

    /** Stops the server, closes its connections and deletes its files. */
    @Override
    public void close() {
        undertow.stop();
        state.close();
    }

    private static HttpHandler routing(ServiceSettings settings, ServerState state) {
        CallHandler.Access access = new CallHandler.Access(
                state, settings.account().credentials(), settings.network().allowedClients());
        HttpHandler other = new CallHandler(Routes.other(), access);
        RoutingHandler routing = Handlers.routing(false);
        routing.setFallbackHandler(other).setInvalidMethodHandler(other);
        settings.network()
                .controlPaths()
                .forEach((path, control) -> routing.add(
                        path.method(),
                        path.path(),
                        new LoopbackOnly(new BlockingHandler(new ControlPathHandler(control)), other)));
        Routes.all(settings.jobs().parseService())
                .forEach(it -> routing.add(it.method(), it.path(), new CallHandler(it, access)));
        return new HttpContinueReadHandler(routing);
    }

    private ListenerInfo listener() {
        return undertow.getListenerInfo().get(0);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.Parameters;
import com.github.tomakehurst.wiremock.extension.ServeEventListener;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers that tests use one after another, because the start of one takes longer than most tests. */
final class ServerPool {
    private static final Map<WireMockServer, InFlight> SERVERS = new ConcurrentHashMap<>();
    private static final ConcurrentLinkedQueue<WireMockServer> UNUSED = new ConcurrentLinkedQueue<>();

    private ServerPool() {}

    /** Counts requests whose response is not complete. */
    private static final class InFlight implements ServeEventListener {
        private final AtomicInteger requests = new AtomicInteger();

        @Override
        public String getName() {
            return "in-flight";
        }

        @Override
        public boolean applyGlobally() {
            return true;
        }

        @Override
        public void beforeMatch(ServeEvent event, Parameters parameters) {
            requests.incrementAndGet();
        }

        @Override
        public void afterComplete(ServeEvent event, Parameters parameters) {
            requests.decrementAndGet();
        }
    }

    /** Does not search the class path for a key store whenever it is asked for its address. */
    private static final class Server extends WireMockServer {
        Server(Options options) {
            super(options);
        }

        @Override
        public String baseUrl() {
            return "http://localhost:" + port();
        }
    }

    /** Returns a running server without stubs and requests. */
    static WireMockServer acquire() {
        return Optional.ofNullable(UNUSED.poll()).orElseGet(ServerPool::start);
    }

    private static WireMockServer start() {
        InFlight inFlight = new InFlight();
        WireMockServer server = new Server(WireMockConfiguration.options()
                .dynamicPort()
                .gzipDisabled(true)
                .templatingEnabled(false)
                .extensions(inFlight));
        server.start();
        SERVERS.put(server, inFlight);
        return server;
    }

    /** Keeps a server for the next test, unless it was stopped, or still responds to a request of this one. */
    static void release(WireMockServer server) {
        if (server.isRunning() && SERVERS.get(server).requests.get() == 0) {
            server.resetAll();
            UNUSED.add(server);
        } else {
            SERVERS.remove(server);
            server.stop();
        }
    }
}

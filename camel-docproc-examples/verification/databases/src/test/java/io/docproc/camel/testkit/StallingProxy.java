/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * TCP proxy whose path to the server can fail without a reset, as behind a firewall or load balancer that loses its state:
 * connections of that time stay open and never carry a byte again.
 */
public final class StallingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean stalled;

    /** Starts a proxy to a server on this machine. */
    public StallingProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Carries nothing any more, neither on open connections nor on new ones. */
    public void stall() {
        stalled = true;
        links.forEach(link -> link.dead = true);
    }

    /** Carries new connections again. */
    public void restore() {
        stalled = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Link link = new Link(listener.accept());
                links.add(link);
                link.dead = stalled;
                if (!link.dead) {
                    link.open();
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private final class Link {
        private final Socket client;
        private Socket server;
        private volatile boolean dead;

        private Link(Socket client) {
            this.client = client;
        }

        private void open() throws IOException {
            server = new Socket(host, port);
            threads.execute(() -> copy(client, server));
            threads.execute(() -> copy(server, client));
        }

        private void copy(Socket from, Socket to) {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0 && !dead; count = in.read(buffer)) {
                    out.write(buffer, 0, count);
                }
            } catch (IOException e) {
                // One of both has closed its connection.
            }
            if (!dead) {
                close();
            }
        }

        private void close() {
            links.remove(this);
            try {
                client.close();
                if (server != null) {
                    server.close();
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        links.forEach(Link::close);
        threads.shutdownNow();
    }
}

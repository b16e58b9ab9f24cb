/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Server socket that never accepts a connection, so that callers run into their connect timeout. */
final class NonAcceptingServer implements Closeable {
    private static final int QUEUED_CONNECTIONS = 8;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<SocketChannel> queue = new ArrayList<>();

    NonAcceptingServer() throws IOException {
        for (int i = 0; i < QUEUED_CONNECTIONS; i++) {
            SocketChannel waiting = SocketChannel.open();
            queue.add(waiting);
            waiting.configureBlocking(false);
            waiting.connect(listener.getLocalSocketAddress());
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel waiting : queue) {
            waiting.close();
        }
        listener.close();
    }
}

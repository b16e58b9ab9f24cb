/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a free port for a server that cannot bind to port 0. The port is outside the ephemeral range of most
 * systems, so that no connection occupies it before the server starts or restarts.
 */
public final class LocalPort {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 100;

    private LocalPort() {}

    /** Returns a free port. */
    public static int free() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try {
                requireFree(InetAddress.getLoopbackAddress(), port);
                return port;
            } catch (BindException e) {
                // The next attempt chooses another port.
            }
        }
        throw new IOException("none of " + ATTEMPTS + " ports between " + FIRST + " and " + END + " is free");
    }

    /** @throws BindException if no server can listen there, and why */
    static void requireFree(InetAddress host, int port) throws IOException {
        new ServerSocket(port, 1, host).close();
    }
}

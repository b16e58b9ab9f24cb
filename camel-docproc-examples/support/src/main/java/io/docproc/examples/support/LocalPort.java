/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a port for a server that does not find one itself. It is one that most systems do not give away, to
 * a connection or to whoever asks for any port: else another may have it when the server starts, or starts again.
 */
public final class LocalPort {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 100;

    private LocalPort() {}

    /** A port that nobody listens on. */
    public static int free() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(InetAddress.getLoopbackAddress(), port)) {
                return port;
            }
        }
        throw new IOException("none of " + ATTEMPTS + " ports between " + FIRST + " and " + END + " is free");
    }

    private static boolean isFree(InetAddress host, int port) throws IOException {
        try {
            requireFree(host, port);
            return true;
        } catch (BindException taken) {
            return false;
        }
    }

    /** @throws BindException if no server can listen there, and why */
    static void requireFree(InetAddress host, int port) throws IOException {
        new ServerSocket(port, 1, host).close();
    }
}

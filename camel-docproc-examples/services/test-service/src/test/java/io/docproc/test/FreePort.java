/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers that do not report the port that they bind to. The ports are outside the ephemeral range of most
 * systems, so that no outgoing connection occupies one before the server does.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int AFTER_LAST = 32_000;

    private FreePort() {}

    /** Returns a port that is not in use. */
    public static int next() throws IOException {
        int port = 0;
        while (port == 0) {
            try (ServerSocket socket =
                    new ServerSocket(ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))) {
                port = socket.getLocalPort();
            } catch (BindException e) {
                port = 0;
            }
        }
        return port;
    }
}

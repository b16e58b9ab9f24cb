/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds a free port for a server that cannot bind to port 0. */
public final class LocalPort {
    private LocalPort() {}

    /** Returns a free port outside the ephemeral range of most systems, which no connection occupies before the server. */
    public static int free() throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
                return port;
            } catch (BindException e) {
                if (attempt == 100) {
                    throw e;
                }
            }
        }
    }
}

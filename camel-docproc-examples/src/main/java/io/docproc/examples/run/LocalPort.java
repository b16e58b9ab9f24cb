/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds a port for a server that does not find one itself. */
public final class LocalPort {
    private LocalPort() {}

    /** A port that nobody listens on. */
    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

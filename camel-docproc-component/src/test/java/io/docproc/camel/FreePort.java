/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** Ports for servers that cannot take one themselves. */
final class FreePort {
    private FreePort() {}

    /** A port that nobody listens on. */
    static int next() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}

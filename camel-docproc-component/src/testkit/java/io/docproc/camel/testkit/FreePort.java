/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Finds ports for servers that cannot bind to port 0. The ports are outside the ephemeral range of most systems, so
 * that no outgoing connection occupies one before the server does.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int AFTER_LAST = 32_000;

    private FreePort() {}

    /** Returns a port that is not in use. */
    public static int next() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

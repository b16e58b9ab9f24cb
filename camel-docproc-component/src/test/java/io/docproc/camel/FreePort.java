/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports for servers that cannot take one themselves: of those that most systems do not give away to connections, as one of
 * them could have the port before the server does.
 */
final class FreePort {
    private static final int FIRST = 20_000;
    private static final int AFTER_LAST = 32_000;

    private FreePort() {}

    /** A port that nobody listens on. */
    static int next() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}

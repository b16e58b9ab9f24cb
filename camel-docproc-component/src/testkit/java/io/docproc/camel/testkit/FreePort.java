/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Finds TCP ports for servers that cannot bind to port 0. The ports are outside the ephemeral range of most systems, so
 * that no outgoing connection occupies one before the server does. The UDP port of the same number stays bound until
 * the JVM ends, so that no other test takes the port before the server has bound it.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int AFTER_LAST = 32_000;
    private static final Queue<DatagramSocket> RESERVATIONS = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /** Returns a port that is not in use, and that no other process gets from this method. */
    public static int next() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))
                .filter(FreePort::reserve)
                .findFirst()
                .orElseThrow();
    }

    private static boolean reserve(int port) {
        try {
            RESERVATIONS.add(new DatagramSocket(port));
            new ServerSocket(port).close();
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** TCP proxy in front of the service that injects network faults. */
final class Relay implements Closeable {
    private static final int CHUNK_BYTES = 1024;
    private static final String STATUS_LINE = "HTTP/1.1 ";
    private static final int LONG = 2_000_000;
    private static final String CHUNKED = "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    /** Responses of other servers, each before the connection is closed. */
    private static final List<String> FOREIGN = List.of(
            "",
            STATUS_LINE + "204 No Content\r\n\r\n",
            STATUS_LINE + "200 OK\r\nContent-Length: 1000\r\n\r\n{\"code\":200,\"result\":{",
            STATUS_LINE + CHUNKED + "zz\r\n{\"code\":200}",
            STATUS_LINE + CHUNKED + "fffffff\r\n{\"code\":200,",
            STATUS_LINE + "200 OK\r\nContent-Type: text/html\r\n\r\n<html>Sign in to the guest network</html>",
            STATUS_LINE + "200 OK\r\nContent-Type: application/json\r\n\r\n" + "[".repeat(10_000),
            STATUS_LINE + "200 OK\r\nX-Long: " + "x".repeat(LONG) + "\r\n\r\n{}",
            STATUS_LINE + "302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
            STATUS_LINE + "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"proxy\"\r\n\r\n",
            STATUS_LINE + "429 Too Many Requests\r\nRetry-After: 3600\r\n\r\n",
            STATUS_LINE + "500 Error\r\nContent-Type: application/json\r\n\r\n{\"code\":50011,\"msg\":\""
                    + "x".repeat(LONG),
            STATUS_LINE + "503 Service Unavailable\r\nRetry-After: 3600\r\n\r\n<html>503</html>",
            STATUS_LINE + "100 Continue\r\n\r\n",
            STATUS_LINE + "999 Nonsense\r\n\r\n",
            "SSH-2.0-Server\r\n");

    private final int servicePort;
    private final int stallMillis;
    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final Set<Socket> wires = ConcurrentHashMap.newKeySet();
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger pieces = new AtomicInteger();
    private final AtomicInteger responses = new AtomicInteger();
    private volatile Fault fault = new Fault(Kind.NONE, false, 1);

    /** Kind of a network fault. */
    enum Kind {
        /** All pieces pass. */
        NONE,
        /** Half of the piece passes, then the connection is reset. */
        RESET,
        /** Half of the piece passes, then the connection is closed. */
        CLOSE,
        /** Half of the piece passes, then no byte until the caller times out, then the connection is reset. */
        STALL,
        /** The piece passes byte by byte, and takes longer than the response timeout of the caller. */
        DRIP,
        /** The caller receives the response of another server. */
        FOREIGN,
        /** All connections are reset, also new ones. */
        AWAY
    }

    /**
     * Fault of the network between the caller and the service.
     *
     * @param upload true for bytes to the service, false for bytes from the service
     * @param every number of pieces in this direction of which one is affected
     */
    record Fault(Kind kind, boolean upload, int every) {}

    /** @param stallMillis duration of a stall, longer than the timeout of a caller */
    Relay(int servicePort, int stallMillis) throws IOException {
        this.servicePort = servicePort;
        this.stallMillis = stallMillis;
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // the caller gets the fault, or one side has closed the connection
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void accept() throws IOException {
        while (true) {
            Socket wire = listener.accept();
            wires.add(wire);
            daemon(() -> relay(wire));
        }
    }

    private void relay(Socket wire) throws IOException, InterruptedException {
        try (wire) {
            if (fault.kind() == Kind.AWAY) {
                reset(wire);
                return;
            }
            try (Socket service = new Socket(InetAddress.getLoopbackAddress(), servicePort)) {
                daemon(() -> {
                    try (service) {
                        pass(true, wire, wire, service);
                    }
                });
                pass(false, wire, service, wire);
            }
        } finally {
            wires.remove(wire);
        }
    }

    /** Passes bytes in one direction until one side or a fault ends the connection. */
    private void pass(boolean upload, Socket wire, Socket from, Socket to) throws IOException, InterruptedException {
        boolean dripped = false;
        byte[] buffer = new byte[CHUNK_BYTES];
        for (int length = from.getInputStream().read(buffer);
                length > 0;
                length = from.getInputStream().read(buffer)) {
            boolean opening = new String(buffer, 0, length, StandardCharsets.ISO_8859_1).startsWith(STATUS_LINE);
            Kind kind = next(upload, opening);
            int passed =
                    switch (kind) {
                        case NONE -> length;
                        case DRIP, FOREIGN, AWAY -> 0;
                        case RESET, CLOSE, STALL -> length / 2;
                    };
            to.getOutputStream().write(buffer, 0, passed);
            switch (kind) {
                case NONE -> {}
                case DRIP -> {
                    // Only one slow piece for each connection: a long response of single bytes would never end.
                    long pauseMicros = dripped ? 0 : TimeUnit.MILLISECONDS.toMicros(stallMillis) / length;
                    dripped = true;
                    for (byte each : Arrays.copyOf(buffer, length)) {
                        to.getOutputStream().write(each);
                        never.await(pauseMicros, TimeUnit.MICROSECONDS);
                    }
                }
                case FOREIGN -> {
                    String response = FOREIGN.get(Math.floorMod(responses.getAndIncrement(), FOREIGN.size()));
                    to.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
                    return;
                }
                case CLOSE -> {
                    return;
                }
                case RESET, STALL, AWAY -> {
                    never.await(kind == Kind.STALL ? stallMillis : 0, TimeUnit.MILLISECONDS);
                    reset(wire);
                    return;
                }
            }
        }
    }

    private Kind next(boolean upload, boolean opening) {
        Fault now = fault;
        boolean concerned = now.upload() == upload && (now.kind() != Kind.FOREIGN || opening);
        return concerned && pieces.incrementAndGet() % now.every() == 0 ? now.kind() : Kind.NONE;
    }

    /** Replaces the fault of this network. */
    void set(Fault next) {
        fault = next;
        if (next.kind() == Kind.AWAY) {
            wires.forEach(Relay::reset);
        }
    }

    private static void reset(Socket wire) {
        try (wire) {
            wire.setSoLinger(true, 0);
        } catch (IOException e) {
            // the other side has closed it
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        wires.forEach(Relay::reset);
    }
}

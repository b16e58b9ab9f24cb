/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import io.docproc.examples.endurance.network.WireFault.Direction;
import io.docproc.examples.endurance.network.WireFault.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** TCP proxy in front of the service that injects network faults. */
final class Relay implements Closeable, RelayedConnection.FaultSchedule {
    private static final int BACKLOG = 100;
    private static final Duration RESUME_TIMEOUT = Duration.ofSeconds(10);
    private static final long RETRY_MILLIS = 50;

    private final int servicePort;
    private final int stallMillis;
    private final Handshake handshake;
    private final ForeignResponses foreign = new ForeignResponses();
    private final Set<Socket> wires = ConcurrentHashMap.newKeySet();
    private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicLong pieces = new AtomicLong();
    private volatile WireFault fault = WireFault.NONE;
    private ServerSocket listener;
    private Thread accepting;
    private Socket reservation;

    /** Performs the handshake on a new connection. */
    @FunctionalInterface
    interface Handshake {
        /** @throws IOException if the handshake fails */
        Socket perform(Socket wire) throws IOException;
    }

    /** @param stallMillis duration of a stall, longer than the timeout of a caller */
    Relay(int servicePort, int stallMillis, Handshake handshake) throws IOException {
        this.servicePort = servicePort;
        this.stallMillis = stallMillis;
        this.handshake = handshake;
        listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    synchronized int port() {
        return listener.getLocalPort();
    }

    private void listen(InetSocketAddress address) throws IOException {
        ServerSocket fresh = new ServerSocket();
        try {
            fresh.setReuseAddress(true);
            fresh.bind(address, BACKLOG);
        } catch (IOException e) {
            fresh.close();
            throw e;
        }
        listener = fresh;
        accepting = daemon("relay", () -> accept(fresh));
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                Socket wire = from.accept();
                wires.add(wire);
                daemon("response", () -> relay(wire));
            }
        } catch (IOException e) {
            if (!from.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void relay(Socket wire) {
        try (wire;
                Socket caller = handshake.perform(wire);
                Socket service = new Socket(InetAddress.getLoopbackAddress(), servicePort);
                RelayedConnection connection = new RelayedConnection(wire, caller, service, this, stallMillis)) {
            connections.add(connection);
            connection.run();
            connections.remove(connection);
        } catch (IOException e) {
            // intended: the caller gets the fault of this network state
        } finally {
            wires.remove(wire);
        }
    }

    /** Replaces the fault of this network. */
    synchronized void set(WireFault next) throws IOException, InterruptedException {
        fault = next;
        if (next.kind() == Kind.AWAY) {
            stopListening();
        } else {
            resumeListening();
        }
    }

    /** Reserves the port without listening, so that connections are refused and no other process binds it. */
    private void stopListening() throws IOException, InterruptedException {
        if (reservation == null) {
            InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
            listener.close();
            // while it accepts, the system still holds the port for it
            accepting.join();
            cut();
            reservation = new Socket();
            reservation.setReuseAddress(true);
            reservation.bind(address);
        }
    }

    private void resumeListening() throws IOException, InterruptedException {
        if (reservation != null) {
            InetSocketAddress address = (InetSocketAddress) reservation.getLocalSocketAddress();
            reservation.close();
            reservation = null;
            listenWithRetry(address);
        }
    }

    /** Retries while the port is in use: between release and bind, another connection may use it as its local port. */
    private void listenWithRetry(InetSocketAddress address) throws IOException, InterruptedException {
        long from = System.nanoTime();
        while (listener.isClosed()) {
            try {
                listen(address);
            } catch (BindException e) {
                if (System.nanoTime() - from > RESUME_TIMEOUT.toNanos()) {
                    throw e;
                }
                never.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Resets all connections. */
    void cut() {
        connections.forEach(RelayedConnection::reset);
        wires.forEach(Relay::end);
    }

    private static void end(Socket wire) {
        try {
            wire.close();
        } catch (IOException e) {
            // its other end has closed it
        }
    }

    @Override
    public Kind next(Direction direction, boolean opening) {
        WireFault now = fault;
        boolean concerned =
                now.kind() != Kind.NONE && now.direction() == direction && (now.kind() != Kind.FOREIGN || opening);
        return concerned && pieces.incrementAndGet() % now.every() == 0 ? now.kind() : Kind.NONE;
    }

    @Override
    public byte[] foreignResponse() {
        return foreign.next();
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        cut();
    }
}

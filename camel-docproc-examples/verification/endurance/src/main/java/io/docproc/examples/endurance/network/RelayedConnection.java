/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import io.docproc.examples.endurance.network.WireFault.Direction;
import io.docproc.examples.endurance.network.WireFault.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Connection of a caller with its connection to the service. */
final class RelayedConnection implements Closeable {
    private static final int CHUNK_BYTES = 1024;
    private static final byte[] OPENING = "HTTP/1.1 ".getBytes(StandardCharsets.US_ASCII);

    private final Socket wire;
    private final Socket caller;
    private final Socket service;
    private final FaultSchedule schedule;
    private final int stallMillis;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean dripped;

    /** Selects the fault for each chunk of data. */
    interface FaultSchedule {
        /**
         * Returns the fault for a chunk of data.
         *
         * @param opening true if the piece is the beginning of a response
         */
        Kind next(Direction direction, boolean opening);

        /** Returns the response that replaces the response of the service. */
        byte[] foreignResponse();
    }

    /**
     * @param wire the caller's connection
     * @param caller the connection itself, or TLS over it
     * @param stallMillis duration of a stall
     */
    RelayedConnection(Socket wire, Socket caller, Socket service, FaultSchedule schedule, int stallMillis) {
        this.wire = wire;
        this.caller = caller;
        this.service = service;
        this.schedule = schedule;
        this.stallMillis = stallMillis;
    }

    /** Passes on what comes, until one side ends it or a fault does. */
    void run() {
        Thread upload = new Thread(() -> pass(Direction.UPLOAD, caller, service), "upload");
        upload.setDaemon(true);
        upload.start();
        pass(Direction.RESPONSE, service, caller);
    }

    private void pass(Direction direction, Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[CHUNK_BYTES];
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                pass(direction, Arrays.copyOf(buffer, length), out);
            }
            close();
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Direction direction, byte[] piece, OutputStream out) throws IOException, InterruptedException {
        boolean opening = Arrays.mismatch(piece, OPENING) == OPENING.length;
        Kind kind = schedule.next(direction, opening);
        switch (kind) {
            case RESET, AWAY -> {
                half(piece, out);
                reset();
            }
            case CLOSE -> {
                half(piece, out);
                close();
            }
            case STALL -> {
                half(piece, out);
                over.await(stallMillis, TimeUnit.MILLISECONDS);
                reset();
            }
            case DRIP -> drip(piece, out);
            case FOREIGN -> {
                out.write(schedule.foreignResponse());
                close();
            }
            case NONE -> out.write(piece);
        }
    }

    private static void half(byte[] piece, OutputStream out) throws IOException {
        out.write(piece, 0, piece.length / 2);
    }

    /** Only one fault for each connection: a long response of single bytes would never end. */
    private void drip(byte[] piece, OutputStream out) throws IOException, InterruptedException {
        long pauseMicros = dripped ? 0 : TimeUnit.MILLISECONDS.toMicros(stallMillis) / piece.length;
        dripped = true;
        for (byte drop : piece) {
            out.write(drop);
            over.await(pauseMicros, TimeUnit.MICROSECONDS);
        }
    }

    /** Ends it so that the caller sees a reset. */
    void reset() {
        try {
            wire.setSoLinger(true, 0);
        } catch (IOException e) {
            over.countDown();
        }
        end(wire);
        close();
    }

    @Override
    public void close() {
        over.countDown();
        end(caller);
        end(wire);
        end(service);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // its other end has closed it
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A server that says and does what no HTTP server would: its script speaks on each connection, byte by byte. */
final class RawServer implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong bytesReadSlowly = new AtomicLong();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Script script;

    /** What happens on one connection; the connection is closed at its end. */
    interface Script {
        void run(Connection connection) throws IOException;
    }

    RawServer(Script script) {
        this(loopback(), script);
    }

    /** A server on a socket that is already listening, for TLS. */
    RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        threads.execute(this::accept);
    }

    private static ServerSocket loopback() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException unavailable) {
            throw new UncheckedIOException(unavailable);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.run(new Connection(socket));
        } catch (IOException clientIsGone) {
            // That is what the client under test is expected to do.
        } finally {
            sockets.remove(socket);
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** The connections that were opened. */
    int connections() {
        return connections.get();
    }

    /** The bytes that were read slowly, on all connections. */
    long bytesReadSlowly() {
        return bytesReadSlowly.get();
    }

    /** The heads of the requests that have arrived. */
    List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }

    /** One connection, seen from the server. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Reads a request up to the blank line after its headers. */
        String readHead() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int read = in.read();
                if (read < 0) {
                    throw new SocketException("the client has closed the connection");
                }
                head.append((char) read);
            }
            requests.add(head.toString());
            return head.toString();
        }

        /** Reads a request whose length its head tells, and gives its head. */
        String readRequest() throws IOException {
            String head = readHead();
            readBody(head);
            return head;
        }

        /** Reads the body of a request whose length its head tells. */
        void readBody(String head) throws IOException {
            int at = head.toLowerCase(Locale.ROOT).indexOf("content-length:");
            if (at >= 0) {
                String length = head.substring(at + 15, head.indexOf('\r', at)).strip();
                in.skipNBytes(Long.parseLong(length));
            }
        }

        /** Reads about 10 MB a second until the client closes the connection. */
        void readSlowly() throws IOException {
            byte[] buffer = new byte[64 * 1024];
            int count = in.read(buffer);
            while (count >= 0) {
                bytesReadSlowly.addAndGet(count);
                LockSupport.parkNanos(5_000_000);
                count = in.read(buffer);
            }
        }

        /** Reads what comes until the client closes or resets the connection. */
        String readToTheEnd() {
            StringBuilder received = new StringBuilder();
            try {
                int read = in.read();
                while (read >= 0) {
                    received.append((char) read);
                    read = in.read();
                }
            } catch (IOException e) {
                // A reset ends what has come, too.
            }
            return received.toString();
        }

        /** Says nothing until the client gives up, or for so long. */
        void awaitClientsEnd(Duration timeout) throws IOException {
            socket.setSoTimeout((int) timeout.toMillis());
            awaitClientsEnd();
        }

        Connection write(String text) throws IOException {
            return write(text.getBytes(StandardCharsets.UTF_8));
        }

        Connection write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            return this;
        }

        /** A whole answer that keeps the connection open. */
        Connection answer(int status, String contentType, String body) throws IOException {
            // One write: a close while the request is unread discards what the socket has not sent yet.
            return write("HTTP/1.1 " + status + " Any\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        /** Ends the connection so that the client sees a reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Says something again and again until the client gives up, faster than any time-out of a socket. */
        void dripUntilClientsEnd(String drop) throws IOException {
            socket.setSoTimeout(10);
            while (true) {
                try {
                    awaitClientsEnd();
                    return;
                } catch (SocketTimeoutException stillThere) {
                    write(drop);
                }
            }
        }

        /** Says nothing until the client gives up. */
        void awaitClientsEnd() throws IOException {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }
}

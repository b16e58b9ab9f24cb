/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** TCP server whose script reads and writes raw bytes on each connection, for responses that no HTTP server sends. */
public final class RawServer implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong bytesReadSlowly = new AtomicLong();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Script script;

    /** Behaviour on one connection, which is closed afterwards. */
    public interface Script {
        void run(Connection connection) throws IOException;
    }

    public RawServer(Script script) {
        this(loopback(), script);
    }

    /** Creates a server for a listening socket, such as a TLS socket. */
    public RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        threads.execute(this::accept);
    }

    private static ServerSocket loopback() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            } catch (RejectedExecutionException e) {
                // The server was closed after the connection was accepted.
                closeSockets();
                return;
            } catch (IOException e) {
                return;
            }
        }
    }

    private void closeSockets() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.run(new Connection(socket));
        } catch (IOException e) {
            // Tests provoke this: the client closes the connection.
        } finally {
            sockets.remove(socket);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Returns the number of accepted connections. */
    public int connections() {
        return connections.get();
    }

    /** Returns the number of connections that neither side has closed. */
    public int openConnections() {
        return sockets.size();
    }

    /** Returns the number of bytes read by {@link Connection#readSlowly}. */
    public long bytesReadSlowly() {
        return bytesReadSlowly.get();
    }

    /** Returns the heads of the received requests. */
    public List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeSockets();
        threads.shutdownNow();
    }

    /** Connection of a client. */
    public final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Reads a request up to the blank line after its headers. */
        public String readHead() throws IOException {
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

        /** Reads a request with a content length and returns its head. */
        public String readRequest() throws IOException {
            String head = readHead();
            readBody(head);
            return head;
        }

        /** Reads the body of a request with a content length. */
        public void readBody(String head) throws IOException {
            int at = head.toLowerCase(Locale.ROOT).indexOf("content-length:");
            if (at >= 0) {
                String length = head.substring(at + 15, head.indexOf('\r', at)).strip();
                in.skipNBytes(Long.parseLong(length));
            }
        }

        /** Reads about 10 MB a second until the client closes the connection. */
        public void readSlowly() throws IOException {
            byte[] buffer = new byte[64 * 1024];
            int count = in.read(buffer);
            while (count >= 0) {
                bytesReadSlowly.addAndGet(count);
                LockSupport.parkNanos(5_000_000);
                count = in.read(buffer);
            }
        }

        /** Reads until the client closes or resets the connection. */
        public String readToEnd() {
            StringBuilder received = new StringBuilder();
            try {
                int read = in.read();
                while (read >= 0) {
                    received.append((char) read);
                    read = in.read();
                }
            } catch (IOException e) {
                // A reset ends the input too.
            }
            return received.toString();
        }

        /** Waits until the client closes the connection, at most for a timeout. */
        public void awaitClientClose(Duration timeout) throws IOException {
            socket.setSoTimeout((int) timeout.toMillis());
            awaitClientClose();
        }

        /** Waits until the client has sent nothing for a time. */
        public void awaitSilence(Duration time) throws IOException {
            try {
                awaitClientClose(time);
            } catch (SocketTimeoutException e) {
                // The client is silent.
            }
        }

        /** Closes the connection in an orderly way. */
        public void close() throws IOException {
            socket.close();
        }

        public Connection write(String text) throws IOException {
            return write(text.getBytes(StandardCharsets.UTF_8));
        }

        public Connection write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            return this;
        }

        /** Writes a complete response and keeps the connection open. */
        public Connection respond(int status, String contentType, String body) throws IOException {
            // One write: a close while the request is unread discards what the socket has not sent yet.
            return write("HTTP/1.1 " + status + " Any\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        /**
         * Copies bytes between the client and a local server, as a proxy does, until one of them closes its connection.
         *
         * @param head the bytes of the client that were already read
         */
        public void tunnel(int port, String head) throws IOException {
            try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
                threads.execute(() -> {
                    try (socket) {
                        target.getInputStream().transferTo(out);
                    } catch (IOException e) {
                        // The client has closed its connection.
                    }
                });
                target.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
                in.transferTo(target.getOutputStream());
            }
        }

        /** Resets the connection. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Writes a text repeatedly, faster than any socket timeout, until the client closes the connection. */
        public void writeUntilClientCloses(String text) throws IOException {
            socket.setSoTimeout(10);
            while (true) {
                try {
                    awaitClientClose();
                    return;
                } catch (SocketTimeoutException e) {
                    write(text);
                }
            }
        }

        /** Waits until the client closes the connection. */
        public void awaitClientClose() throws IOException {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
